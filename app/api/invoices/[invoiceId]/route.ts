import { handle } from '@/lib/server/handle'
import { readInvoice } from '@/lib/server/read-invoice'
import { readQuery } from '@/lib/server/read-query'

export const GET = handle<{ invoiceId: string }>('readInvoice', ({ request, params }) => {
  readQuery(request)
  return readInvoice(params.invoiceId)
})
