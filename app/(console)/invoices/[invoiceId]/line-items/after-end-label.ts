import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { formatDate, formatNearDate } from '@/lib/format/instant'
import { readable } from '@/lib/format/unreadable'

/** "Covers 30 Nov–30 Dec, after the end": the period of a line that lies there, in UTC days, with years where they differ. */
export function afterEndLabel(line: Pick<InvoiceLineItemView, 'startDate' | 'endDate'>): string {
  const start = readable(line.startDate) ?? ''
  const end = readable(line.endDate)
  if (end === null) return `Begins ${formatDate(start, 'UTC')}, after the end`
  return `Covers ${formatNearDate(start, end, 'UTC')}–${formatNearDate(end, start, 'UTC')}, after the end`
}
