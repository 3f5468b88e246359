import type { Read } from '@/contract/console/view-of'
import { formatDate } from '../../format/instant'
import { isAbsent, isUnreadable } from '../../format/unreadable'

/** Returns a field of an invoice as sent, for a file, or a note that it is missing or unreadable. */
export const sentValue = (value: Read<string> | null): string =>
  isUnreadable(value) ? `Unreadable: ${value.unreadable}` : (value ?? 'Not sent')

/** Returns the UTC day of an instant. */
export const dayText = (iso: Read<string> | null): string => (isAbsent(iso) ? sentValue(iso) : formatDate(iso, 'UTC'))
