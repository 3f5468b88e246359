import { queryOptions } from '@tanstack/react-query'
import { readOperation } from '@/lib/browser/operation'
import { operationQuery } from '@/lib/queries/operation-query'
import { hasAllLines } from './line-items/shown-lines'

/** The query of an invoice. When the first HTML lacks the lines, the browser requests them from the same read. */
export function invoiceQuery(invoiceId: string) {
  const { queryKey } = operationQuery('getInvoice', { invoiceId })
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => {
      const known = client.getQueryData(queryKey)
      const asOf = known && !hasAllLines(known) ? known.asOf : undefined
      return readOperation('getInvoice', { invoiceId, asOf }, signal)
    },
  })
}
