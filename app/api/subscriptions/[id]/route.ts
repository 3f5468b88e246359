import { handle } from '@/lib/server/handle'

export const GET = handle('getSubscription')
export const DELETE = handle('deleteSubscription')
