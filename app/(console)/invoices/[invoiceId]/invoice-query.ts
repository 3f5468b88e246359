import { queryOptions } from '@tanstack/react-query'
import { readOperation } from '@/lib/browser/operation'
import { operationQuery } from '@/lib/queries/operation-query'
import { hasItsLines } from './line-items/shown-lines'

/** An invoice. Where the page came without its lines, they are asked for from the same read. */
export function invoiceQuery(invoiceId: string) {
  const { queryKey } = operationQuery('getInvoice', { invoiceId })
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) => {
      const known = client.getQueryData(queryKey)
      const asOf = known && !hasItsLines(known) ? known.asOf : undefined
      return readOperation('getInvoice', { invoiceId, asOf }, signal)
    },
  })
}
