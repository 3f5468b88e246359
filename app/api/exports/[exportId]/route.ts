import { handle } from '@/lib/server/http/handle'

export const GET = handle('getExport')
export const DELETE = handle('cancelExport')
