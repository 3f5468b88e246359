import type { Field } from '@/lib/billing-api/view-of'
import { readable } from '@/lib/billing-api/unreadable'

/** False for a placeholder date: before 1900, after 2999, or the first day of 1970. */
export const isUsableDate = (iso: string): boolean => /^(?:19|2\d)\d\d-/.test(iso) && !iso.startsWith('1970-01-01')

/** Returns a usable date; null when it is missing, unreadable or a placeholder. */
export function usableDate(sent: Field<string> | null): string | null {
  const iso = readable(sent)
  return iso !== null && isUsableDate(iso) ? iso : null
}

/** Returns the UTC day of a placeholder date, `0001-01-01`; null for any other value. */
export function placeholderDay(sent: Field<string> | null): string | null {
  const iso = readable(sent)
  return iso === null || isUsableDate(iso) ? null : (iso.split('T')[0] ?? iso)
}

/** Returns `No usable due date (sent: 0001-01-01)`. @param day from `placeholderDay` */
export const noUsableDate = (name: string, day: string): string => `No usable ${name} (sent: ${day})`
