import { queryOptions } from '@tanstack/react-query'
import type { InvoiceView } from '@/contract/console/invoice'
import { getJson } from '../http'
import { apiPath, invoicePath } from '../paths'

/** One invoice with all its line items. */
export const invoiceQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ['invoice', invoiceId],
    queryFn: ({ signal }) => getJson<InvoiceView>(apiPath(invoicePath(invoiceId)), signal),
  })
