import type { InvoiceLineItemView } from '../invoice'
import type { Field } from '@/lib/billing-api/view-of'
import { periodLastMoment } from '@/lib/time/end'
import { noUsableDate, placeholderDay, usableDate } from '@/lib/time/usable-date'
import { formatDate } from '@/lib/time/instant'
import { isAbsent, isUnreadable, NOT_SENT, unreadableText } from '@/lib/billing-api/unreadable'

/** Returns a field of an invoice as sent, for a file, or a note that it is missing or unreadable. */
export const sentValue = (value: Field<string> | null): string =>
  isUnreadable(value) ? unreadableText(value) : (value ?? NOT_SENT)

/** Returns the UTC day of an instant, or a note that there is none that is usable. */
export function dayText(iso: Field<string> | null): string {
  const placeholder = placeholderDay(iso)
  if (placeholder !== null) return noUsableDate('date', placeholder)
  return isAbsent(iso) ? sentValue(iso) : formatDate(iso, 'UTC')
}

/** Returns the first and the last UTC day of a line: "18 Jul 2026 – 17 Oct 2026". */
export function periodText({ startDate, endDate }: Pick<InvoiceLineItemView, 'startDate' | 'endDate'>): string {
  const end = usableDate(endDate)
  return `${dayText(startDate)} – ${dayText(end === null ? endDate : periodLastMoment(usableDate(startDate), end))}`
}
