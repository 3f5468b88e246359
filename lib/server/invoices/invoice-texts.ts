import type { Read } from '@/contract/console/view-of'
import { noUsableDate, placeholderDay } from '../../domain/time/usable-date'
import { formatDate } from '../../format/instant'
import { isAbsent, isUnreadable, NOT_SENT, unreadableText } from '../../format/unreadable'

/** Returns a field of an invoice as sent, for a file, or a note that it is missing or unreadable. */
export const sentValue = (value: Read<string> | null): string =>
  isUnreadable(value) ? unreadableText(value) : (value ?? NOT_SENT)

/** Returns the UTC day of an instant, or a note that there is none that is usable. */
export function dayText(iso: Read<string> | null): string {
  const placeholder = placeholderDay(iso)
  if (placeholder !== null) return noUsableDate('date', placeholder)
  return isAbsent(iso) ? sentValue(iso) : formatDate(iso, 'UTC')
}
