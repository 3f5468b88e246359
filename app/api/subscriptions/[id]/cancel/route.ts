import { handle } from '@/lib/server/handle'

export const POST = handle('cancelSubscription')
