import { handle } from '@/lib/server/http/handle'

export * from '@/lib/server/http/other-methods'
export const GET = handle('printInvoiceMonth')
