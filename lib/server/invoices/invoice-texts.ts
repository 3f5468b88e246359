import type { Unreadable } from '@/contract/console/reading'
import { formatDate } from '../../format/instant'
import { isAbsent, isUnreadable } from '../../format/unreadable'

/** A field of an invoice as it was sent, for a file; says where there is none, or where it could not be read. */
export const sentValue = (value: string | Unreadable | null): string =>
  isUnreadable(value) ? `Unreadable: ${value.unreadable}` : (value ?? 'Not sent')

/** The UTC day of an instant. */
export const dayText = (iso: string | Unreadable | null): string =>
  isAbsent(iso) ? sentValue(iso) : formatDate(iso, 'UTC')
