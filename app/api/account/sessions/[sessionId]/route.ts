import { handle } from '@/lib/server/http/handle'

export const DELETE = handle('endSession')
