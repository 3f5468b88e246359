import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { InvoiceView } from '@/contract/console/invoice'
import { readableList } from '@/lib/format/unreadable'
import type { LinesSearch } from './lines-search-params'
import { matchingLines } from './matching-lines'
import { type FirstLines, firstLinesKey, hasAllLines, linesAfterEnd, pageOfLines } from './shown-lines'

/**
 * Returns the lines that the URL selects. While a long invoice loads, returns the lines of the first HTML, or undefined
 * when the URL has changed since.
 */
export function useShownLines(
  invoice: InvoiceView,
  search: LinesSearch,
  endDate: string | null,
): FirstLines | undefined {
  const client = useQueryClient()
  const { page, pageSize } = search
  const { lines: filter, find: searchText, order } = useDeferredValue(search)
  const { id, invoiceLineItems } = invoice
  const lines = useMemo(() => readableList(invoiceLineItems), [invoiceLineItems])
  const matches = useMemo(
    () => matchingLines(lines, { lines: filter, find: searchText, order }, endDate),
    [lines, filter, searchText, order, endDate],
  )
  const afterEnd = useMemo(() => linesAfterEnd(lines, endDate), [lines, endDate])
  if (hasAllLines(invoice)) return { ...pageOfLines(matches, { page, pageSize }), afterEnd }
  return client.getQueryData<FirstLines>(firstLinesKey(id, search))
}
