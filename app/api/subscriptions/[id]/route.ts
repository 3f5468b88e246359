import { handle } from '@/lib/server/http/handle'

export const GET = handle('getSubscription')
export const DELETE = handle('deleteSubscription')
