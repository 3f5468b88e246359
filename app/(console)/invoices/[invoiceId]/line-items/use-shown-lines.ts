import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { InvoiceView } from '@/lib/invoices/invoice'
import type { FindingReview, InvoiceFinding } from '@/lib/invoices/finding'
import { outsideOf, type SubscriptionDates } from '@/lib/invoices/against-subscription'
import { invoiceFindings, type InvoiceFindings } from '@/lib/invoices/invoice-findings'
import { readableList } from '@/lib/billing-api/unreadable'
import type { LinesSearch } from './lines-search-params'
import {
  type FirstLines,
  firstLinesKey,
  hasAllLines,
  matchingLines,
  pageOfLines,
  type ShownLines,
} from './matching-lines'

/** The lines that the page shows, and all findings of the invoice. */
interface CheckedLines {
  /** Undefined while the lines that the URL selects load. */
  shown: ShownLines | undefined
  checked: InvoiceFindings
}

/**
 * Returns the lines that the URL selects, with their checks. While a long invoice loads, returns the lines of the first HTML, or none
 * when the URL has changed since.
 * @param compared the findings of the comparison with other invoices so far
 * @param reviews the findings that people reviewed
 */
export function useShownLines(
  invoice: InvoiceView,
  search: LinesSearch,
  { startDate, endDate, isTrial, isUsageCharged }: SubscriptionDates,
  compared: readonly InvoiceFinding[],
  reviews: readonly FindingReview[],
): CheckedLines {
  const client = useQueryClient()
  const { page, pageSize } = search
  const { lines: filter, find: searchText, order } = useDeferredValue(search)
  const { id, invoiceLineItems, own } = invoice
  const isWhole = hasAllLines(invoice)
  const first = isWhole ? undefined : client.getQueryData<FirstLines>(firstLinesKey(id, search))
  const outside = useMemo(
    () => first?.outside ?? outsideOf(invoice, { startDate, endDate, isTrial, isUsageCharged }),
    [first, invoice, startDate, endDate, isTrial, isUsageCharged],
  )
  const checked = useMemo(
    () => invoiceFindings(own, { isTrial, outside, compared, reviews }),
    [own, isTrial, outside, compared, reviews],
  )
  const lines = useMemo(() => readableList(invoiceLineItems), [invoiceLineItems])
  const matches = useMemo(
    () => matchingLines(lines, { lines: filter, find: searchText, order }, checked),
    [lines, filter, searchText, order, checked],
  )
  const shown = useMemo(() => pageOfLines(matches, { page, pageSize }), [matches, page, pageSize])
  return { shown: isWhole ? shown : first, checked }
}
