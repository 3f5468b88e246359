import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { formatDate, formatNearDate } from '@/lib/format/instant'
import { readable } from '@/lib/format/unreadable'

/**
 * Returns "Covers 30 Nov–30 Dec, after the end" for a line after the end of the subscription: UTC days, with years when
 * they differ.
 */
export function afterEndLabel(line: Pick<InvoiceLineItemView, 'startDate' | 'endDate'>): string {
  const start = readable(line.startDate) ?? ''
  const end = readable(line.endDate)
  if (end === null) return `Begins ${formatDate(start, 'UTC')}, after the end`
  return `Covers ${formatNearDate(start, end, 'UTC')}–${formatNearDate(end, start, 'UTC')}, after the end`
}
