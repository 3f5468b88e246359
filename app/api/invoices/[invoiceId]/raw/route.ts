import { handle } from '@/lib/server/handle'
import { readQuery } from '@/lib/server/read-query'
import { readRawInvoice } from '@/lib/server/read-raw'

export const GET = handle<{ invoiceId: string }>('readInvoice', ({ request, params }) => {
  readQuery(request)
  return readRawInvoice(params.invoiceId)
})
