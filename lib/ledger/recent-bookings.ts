import { isUnreadable, readable } from '@/lib/billing-api/unreadable'
import { partKindOf } from './entry'
import type { ParsedEntry } from './parsed-entry'

/** The number of earlier bookings that a booking is compared with, and the characters of their keys. They are stored at each checkpoint. */
const MAX_BOOKINGS = 2_000
const MAX_CHARS = 400_000
/** Two bookings without an event that differ only in ID and time are one when they are this close. */
const CLOSE_MS = 5_000

/** Finds an event that two entries book on the same block, among the newest 2,000 bookings. */
export class RecentBookings {
  /** The instant of each booking, in milliseconds; NaN, stored as null, without a date. */
  readonly #bookings = new Map<string, number | null>()
  /** The characters of all keys. */
  #chars = 0

  /** @param entries as returned by `entries` */
  constructor(entries: readonly [key: string, atMs: number | null][]) {
    for (const [key, atMs] of entries) this.#add(key, atMs)
  }

  get entries(): [key: string, atMs: number | null][] {
    return [...this.#bookings]
  }

  /**
   * Returns true when an earlier entry has the same event, type, direction and billable on the same block, and no reversal came in
   * between. Entries without an event are the same booking when type, amount, billable and operation are equal within five seconds and
   * they are grants or expirations, name an operation, or have the same balances: equal usage within seconds is ordinary.
   */
  hasBooked(entry: ParsedEntry): boolean {
    const { row, block, type, billable } = entry
    if (block === '') return false
    const atMs = Date.parse(entry.createdAt ?? '')
    const event = readable(row.eventId)
    if (event !== null) return this.#hasBookedEvent(entry, event, atMs)
    const [amount, operation] = [readable(row.amount), readable(row.operationId)]
    const kind = partKindOf(type)
    const isOnce = operation !== null || kind === 'added' || kind === 'expired'
    const balances = isOnce ? [] : [readable(row.previousBalance), readable(row.newBalance)]
    // An unreadable value may differ from another one.
    if (isUnreadable(row.eventId) || amount === null || balances.includes(null)) return false
    const before = this.#add(JSON.stringify([block, type, amount, billable, operation, ...balances]), atMs)
    return typeof before === 'number' && Math.abs(atMs - before) <= CLOSE_MS
  }

  /**
   * Books an event in the direction of its amount. It releases the other direction: a reversed event can be booked again. A manual
   * adjustment reverses usage too.
   */
  #hasBookedEvent({ block, type: sent, billable, amount }: ParsedEntry, event: string, atMs: number): boolean {
    const type = sent?.replace(/(?:Reversal|Refund)$/, '') ?? null
    const keyOf = (of: string | null) => JSON.stringify([block, event, of, billable])
    const [sign, opposite] = amount?.gt(0) ? ['+', ''] : ['', '+']
    const same = sign + keyOf(type)
    this.#delete(opposite + keyOf(type))
    if (partKindOf(type) === 'adjusted') this.#delete(opposite + keyOf('usage'))
    return this.#add(same, atMs) !== false
  }

  /** @returns the instant of the booking before; false when there is none */
  #add(key: string, atMs: number | null): number | null | false {
    const before = this.#bookings.get(key)
    this.#delete(key)
    this.#bookings.set(key, atMs)
    this.#chars += key.length
    for (const oldest of this.#bookings.keys()) {
      if (this.#bookings.size <= MAX_BOOKINGS && this.#chars <= MAX_CHARS) break
      this.#delete(oldest)
    }
    return before === undefined ? false : before
  }

  #delete(key: string): void {
    if (this.#bookings.delete(key)) this.#chars -= key.length
  }
}
