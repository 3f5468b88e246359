import type { Unreadable } from '@/contract/console/reading'

/** Whether a field of a view was sent and could not be read. */
export const isUnreadable = (value: unknown): value is Unreadable =>
  typeof value === 'object' && value !== null && 'unreadable' in value

/** Whether there is no value to show: nothing was sent, or it could not be read. */
export const isAbsent = (value: unknown): value is Unreadable | null | undefined =>
  value === null || value === undefined || isUnreadable(value)

/** A field as far as it could be read: null where nothing was sent and where it could not be read. */
export const readable = <T>(value: T | Unreadable | null | undefined): T | null => (isAbsent(value) ? null : value)

/** A list as far as it could be read: empty where nothing or something else was sent in its place. */
export const readableList = <T>(list: T[] | Unreadable | null): T[] => (isAbsent(list) ? [] : list)

/** What could not be read, where it stands for something that is sent in several places. */
export const firstUnreadable = (...values: unknown[]): Unreadable | null => values.find(isUnreadable) ?? null
