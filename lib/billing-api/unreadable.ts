import type { Field, ReadList, Unreadable } from './view-of'

/** True when a field of a view was sent but could not be parsed. */
export const isUnreadable = (value: unknown): value is Unreadable =>
  typeof value === 'object' && value !== null && 'unreadable' in value

/** True when a field is missing or unreadable. */
export const isAbsent = (value: unknown): value is Unreadable | null | undefined =>
  value === null || value === undefined || isUnreadable(value)

/** The word for a field that the API did not send, in lists, pages and files; the next three replace other missing values. */
export const NOT_SENT = 'Not sent'
/** The word for a value that the console has not read or cannot compute. */
export const UNKNOWN = 'Unknown'
/** Returns `Unreadable: …` for a value that could not be parsed. */
export const unreadableText = ({ unreadable }: Unreadable) => `${UNREADABLE}${unreadable}`
const UNREADABLE = 'Unreadable: '
/** True for a text of `unreadableText`. */
export const isUnreadableText = (text: string) => text.startsWith(UNREADABLE)
/** Returns `Partial: 6 of 7 lines` for a sum or file that lacks items. */
export const partialText = (of: string) => `Partial: ${of}`

/** Returns the value of a field; null when it is missing or unreadable. */
export const readable = <T>(value: Field<T> | null): T | null => (isAbsent(value) ? null : value)

/** Returns the list; empty when it is missing or unreadable. */
export const readableList = <T>(list: ReadList<T> | null | undefined): T[] => (isAbsent(list) ? [] : list)

/** Returns the first unreadable value among several places of the same information. */
export const firstUnreadable = (...values: unknown[]): Unreadable | null => values.find(isUnreadable) ?? null
