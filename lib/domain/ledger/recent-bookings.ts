import { readable } from '../../format/unreadable'
import { partKindOf } from './entry'
import type { ParsedEntry } from './parsed-entry'

/** The number of earlier bookings that a booking is compared with. They are stored at each checkpoint. */
const MAX_BOOKINGS = 2_000
/** Two bookings that differ only in ID and time are one when they are this close. */
const CLOSE_MS = 5_000

/** Finds an event that two entries book on the same block, among the newest 2,000 bookings. */
export class RecentBookings {
  /** The instant of each booking, in milliseconds; NaN, stored as null, without a date. */
  readonly #bookings: Map<string, number | null>

  /** @param entries as returned by `entries` */
  constructor(entries: readonly [key: string, atMs: number | null][]) {
    this.#bookings = new Map(entries)
  }

  get entries(): [key: string, atMs: number | null][] {
    return [...this.#bookings]
  }

  /**
   * Returns true when an earlier entry has the same event, type, direction and billable on the same block, and no reversal came in
   * between, or when one is equal in all fields but ID and time within five seconds. Such an equal entry is a grant or an expiration,
   * whatever its balances, or it names an operation or has the same balances: equal usage within seconds is ordinary.
   */
  hasBooked(entry: ParsedEntry): boolean {
    const { row, block } = entry
    if (block === '') return false
    const [event, operation] = [readable(row.eventId), readable(row.operationId)]
    const atMs = Date.parse(readable(row.createdAt) ?? '')
    const { id: _id, createdAt: _at, updatedAt: _updated, previousBalance, newBalance, ...rest } = row
    const kind = partKindOf(entry.type)
    const isOnce = operation !== null || kind === 'added' || kind === 'expired'
    const balances = isOnce ? [] : [readable(previousBalance), readable(newBalance)]
    const canBeSame = balances.every((balance) => balance !== null)
    const sameEvent = event !== null && this.#hasBookedEvent(entry, ['event', block, event], atMs)
    const before = canBeSame ? this.#add(['all', rest, balances], atMs) : false
    return sameEvent || (typeof before === 'number' && Math.abs(atMs - before) <= CLOSE_MS)
  }

  /** Books an event in the direction of its amount. It releases the other direction: a reversed event can be booked again. */
  #hasBookedEvent({ type: sent, billable, amount }: ParsedEntry, event: string[], atMs: number): boolean {
    const type = sent?.replace(/(?:Reversal|Refund)$/, '') ?? null
    const key = [...event, type, billable]
    const [same, other] = amount?.gt(0) ? [[...key, '+'], key] : [key, [...key, '+']]
    this.#bookings.delete(hashOf(JSON.stringify(other)))
    return this.#add(same, atMs) !== false
  }

  /** @returns the instant of the booking before; false when there is none */
  #add(parts: unknown[], atMs: number): number | null | false {
    const key = hashOf(JSON.stringify(parts))
    const before = this.#bookings.get(key)
    this.#bookings.delete(key)
    this.#bookings.set(key, atMs)
    const [oldest] = this.#bookings.keys()
    if (this.#bookings.size > MAX_BOOKINGS && oldest !== undefined) this.#bookings.delete(oldest)
    return before === undefined ? false : before
  }
}

/** Returns 64 bits of a text, from two 32-bit FNV-1a hashes: short to store, and two bookings hardly match by chance. */
function hashOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9dc5811c]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x01000193)
    other = Math.imul(other ^ (code + at), 0x01000193)
  }
  return `${(one >>> 0).toString(36)} ${(other >>> 0).toString(36)}`
}
