import { handle } from '@/lib/server/http/handle'

export const POST = handle('closeChange')
