import { handle } from '@/lib/server/handle'

export const GET = handle('getRawInvoice')
