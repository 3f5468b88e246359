import { Big } from 'big.js'
import type { TransactionView } from './transaction'
import type { LedgerBreak } from './whole-ledger'
import { readable } from '@/lib/billing-api/unreadable'
import { BlockDraws, type BlockState, type OnBreak, type Place } from './block-draws'
import { signOfType } from './entry'
import type { ParsedEntry } from './parsed-entry'
import {
  charsOf,
  charsOfStep,
  computedEnd,
  endsOf,
  isAgainst,
  newPoolState,
  type PoolState,
  type PoolStates,
  type PoolStep,
} from './pool-state'
import { RecentBookings } from './recent-bookings'

/** More entries of one instant and pool are not checked as a chain. */
const MAX_GROUP = 1_000
/** The most characters of all groups, and of the blocks of one instant: they are stored at each checkpoint. */
const MAX_CHARS = 500_000

/** The state of a check that goes on. */
export interface CheckState extends PoolStates {
  /** The newest creation instant. */
  newestAt: string | null
  /** The newest instant of an entry without a pool: entries of it in any pool are not compared. */
  unsureAt: string | null
  /** Blocks that entries of the newest instant drew on, each with the last of them. */
  drawn: [blockId: string, place: Place][]
  /** The newest bookings on blocks, oldest first. */
  bookings: RecentBookings['entries']
  /** How many entries were compared with a stored balance. */
  compared: number
  /** Entries of instants with too many of them: those not compared with each other, and those not compared with their block. */
  notCompared: number
  notDrawn: number
  /** Entries that name no pool: their number, and the first instant; '' for one without a date, null without any. */
  unplaced: number
  unplacedFrom: string | null
}

export const NOTHING_CHECKED: CheckState = {
  pools: [],
  newestAt: null,
  isOrdered: true,
  unsureAt: null,
  drawn: [],
  bookings: [],
  compared: 0,
  notCompared: 0,
  notDrawn: 0,
  unplaced: 0,
  unplacedFrom: null,
}

/** The stored balances of a pool at the start and the end of a day. */
export interface DayBalance {
  pool: string
  day: string
  opening: string | null
  closing: string | null
}

/**
 * Checks a ledger entry by entry, oldest first (gaps.md, Transaction sign and balance): order, sums, that each entry starts with the
 * balance that the one before in its pool left, and that no block is drawn below zero. Starts over after an entry without a pool, which
 * may belong to any. Entries of an instant beyond `MAX_CHARS` are counted, not compared.
 */
export class LedgerCheck {
  readonly #pools: Map<string, PoolState>
  readonly #state: Omit<CheckState, 'pools' | 'drawn' | 'notDrawn' | 'bookings'>
  readonly #bookings: RecentBookings
  readonly #draws: BlockDraws
  /** The pools with entries at an instant that may go on. */
  readonly #open = new Set<PoolState>()
  #days = new Map<string, DayBalance>()
  /** The characters of all groups. */
  #groupChars = 0

  constructor(
    stored: CheckState,
    blocks: Map<string, BlockState>,
    private readonly onBreak: OnBreak,
  ) {
    const { pools, drawn, notDrawn, bookings, ...state } = stored
    this.#pools = new Map(structuredClone(pools).map((pool) => [pool.pool.key, pool]))
    this.#draws = new BlockDraws({ drawn, notDrawn }, blocks, MAX_CHARS, onBreak)
    this.#bookings = new RecentBookings(bookings)
    this.#state = state
    for (const pool of this.#pools.values()) if (pool.group.length > 0) this.#open.add(pool)
    for (const pool of this.#pools.values()) this.#groupChars += charsOf(pool)
    for (const pool of this.#pools.values()) if (this.#groupChars > MAX_CHARS) this.#cut(pool)
  }

  get poolCount(): number {
    return this.#pools.size
  }

  get state(): CheckState {
    const { drawn, notDrawn } = this.#draws
    const bookings = this.#bookings.entries
    return { ...this.#state, bookings, pools: structuredClone([...this.#pools.values()]), drawn, notDrawn }
  }

  add(entry: ParsedEntry, page: number): void {
    const { row, amount, before } = entry
    const place: Place = { transactionId: entry.id, page, createdAt: entry.createdAt }
    const { key, unitId, unitName, isKnown } = entry.pool
    const state = this.#pools.get(key) ?? newPoolState({ key, unitId, unitName })
    if (amount === null || place.createdAt === null) this.#break(state, { kind: 'unreadable', ...place, offBy: null })
    this.#pools.set(key, state)
    this.#advanceTo(place)
    if (place.createdAt === null || !isKnown) this.#forgetLeft(place.createdAt)
    if (!isKnown) this.#noteUnplaced(place.createdAt ?? '')
    const { after } = entry
    const off = before && offBy(entry, before)
    if (off) this.#break(state, { kind: 'sum', ...place, offBy: off })
    const isShown = before !== null && after !== null && amount !== null
    if (isShown) this.#state.compared += 1
    if (amount?.gt(0) === true && signOfType(entry.type) === -1 && (!isShown || off)) state.hasUnknownSign = true
    if (isShown && !off && isAgainst(state, entry, after.cmp(before)))
      this.onBreak({ kind: 'against', ...place, offBy: null })
    if (this.#bookings.hasBooked(entry)) this.onBreak({ kind: 'twice', ...place, offBy: null })
    if (namesTwoIds(row)) this.onBreak({ kind: 'twoIds', ...place, offBy: null })
    this.#draws.add(entry, place)
    if (place.createdAt === null || !isKnown) return
    if (state.at !== place.createdAt) {
      this.#close(state)
      state.at = place.createdAt
      state.lastAt = place.createdAt
      state.isTooLarge = this.#state.unsureAt === place.createdAt
    }
    // Without a balance before, the one that the entry before left must lead to the one after.
    const offLeft = row.previousBalance === undefined && state.left !== null ? offBy(entry, new Big(state.left)) : null
    state.hasBalances ||= after !== null
    const moved = row.newBalance === undefined ? documentedMove(entry)?.toFixed() : undefined
    this.#keep(state, {
      before: before?.toFixed() ?? null,
      after: after?.toFixed() ?? null,
      offLeft,
      id: place.transactionId,
      page,
      ...(moved !== undefined && { moved }),
    })
  }

  #break(state: PoolState, found: LedgerBreak): void {
    state.breaks += 1
    this.onBreak(found)
  }

  /** Adds an entry to the group of its instant, as far as groups may grow. */
  #keep(state: PoolState, step: PoolStep): void {
    const chars = charsOfStep(step)
    const isFull = state.group.length >= MAX_GROUP || this.#groupChars + chars > MAX_CHARS
    if (isFull && !state.isTooLarge) this.#cut(state)
    if (state.isCut) this.#state.notCompared += 1
    if (state.isTooLarge && state.group.length > 0) return
    state.group.push(step)
    this.#open.add(state)
    this.#groupChars += chars
  }

  /** Gives up a group. Its first entry stays, because the balance of the day needs it. */
  #cut(state: PoolState): void {
    this.#state.notCompared += state.group.length
    this.#groupChars -= charsOf(state)
    Object.assign(state, { group: state.group.slice(0, 1), isTooLarge: true, isCut: true })
    this.#groupChars += charsOf(state)
  }

  /** Moves on to an instant: closes the groups of the one before, and reports the blocks that it overdrew. */
  #advanceTo(place: Place): void {
    const { newestAt } = this.#state
    if (place.createdAt === null || place.createdAt === newestAt) return
    this.#draws.report()
    for (const pool of this.#open) this.#close(pool)
    this.#open.clear()
    if (newestAt !== null && place.createdAt < newestAt) {
      this.#state.isOrdered = false
      this.onBreak({ kind: 'order', ...place, offBy: null })
    } else this.#state.newestAt = place.createdAt
  }

  /** Reports the breaks of entries that no later one can explain. Call it after the last page. */
  finish(): void {
    this.#draws.report()
    for (const state of this.#pools.values()) state.isReported ||= this.#report(state)
  }

  /** Returns the balances of the days since the last call, as far as they are known now. */
  takeDays(): DayBalance[] {
    for (const state of this.#pools.values()) this.#noteDay(state)
    const days = [...this.#days.values()]
    this.#days = new Map()
    return days
  }

  /** An entry that names no pool or no date may belong to any pool: the balances before it say nothing of those after it. */
  #forgetLeft(at: string | null): void {
    this.#state.unsureAt = at ?? this.#state.newestAt ?? this.#state.unsureAt
    for (const state of this.#pools.values()) {
      if (state.at === this.#state.unsureAt) state.isTooLarge = true
      else this.#close(state)
      state.left = null
      state.computedLeft = null
    }
  }

  #noteUnplaced(at: string): void {
    const { unplacedFrom } = this.#state
    this.#state.unplaced += 1
    this.#state.unplacedFrom = unplacedFrom === null || at < unplacedFrom ? at : unplacedFrom
  }

  #close(state: PoolState): void {
    if (state.group.length === 0) return
    if (!state.isReported) this.#report(state)
    this.#noteDay(state)
    const chain = endsOf(state)
    const computed = chain === 'broken' || state.isTooLarge ? null : computedEnd(state)
    state.left = chain === null || chain === 'broken' ? null : chain.end
    state.computedLeft = state.left === null ? computed : null
    this.#groupChars -= charsOf(state)
    Object.assign(state, { group: [], isTooLarge: false, isCut: false, isReported: false, at: '' })
  }

  /** Reports a group that is no chain, or that starts with another balance than the one before it left. */
  #report(state: PoolState): boolean {
    const chain = endsOf(state)
    const [first] = state.group
    if (!first || chain === null) return false
    const report = (kind: 'gap' | 'sum', { id, page }: typeof first, off: string | null) => {
      this.#break(state, { kind, transactionId: id, page, createdAt: state.at, offBy: off })
      return true
    }
    if (chain === 'broken') return report('gap', first, null)
    if (state.group.length === 1 && first.offLeft !== null) return report('sum', first, first.offLeft)
    const left = state.left ?? state.computedLeft ?? null
    if (chain.start === null || left === null || chain.start === left) return false
    const at = state.group.find(({ before }) => before === chain.start) ?? first
    return report('gap', at, new Big(chain.start).minus(left).toFixed())
  }

  #noteDay(state: PoolState): void {
    if (state.group.length === 0) return
    const chain = endsOf(state)
    const { start, end } = chain === null || chain === 'broken' ? { start: null, end: null } : chain
    const day = state.at.slice(0, 10)
    const key = JSON.stringify([state.pool.key, day])
    const noted = this.#days.get(key)
    const opening = noted ? noted.opening : (start ?? state.left)
    this.#days.set(key, { pool: state.pool.key, day, opening, closing: end })
  }
}

type Moved = Pick<ParsedEntry, 'amount' | 'type'>

/**
 * Returns by how much the balance after an entry differs from the balance before it plus its amount, as an exact decimal; null when
 * they agree or one of them is missing. The sign of the amount counts only when it is the documented one of the type.
 */
function offBy({ after, amount, type }: Moved & { after: Big | null }, before: Big): string | null {
  if (!after || !amount) return null
  const off = after.minus(before).minus(amount)
  if (off.eq(0)) return null
  if (documentedMove({ amount, type })) return off.toFixed()
  const otherwise = after.minus(before).plus(amount)
  const least = otherwise.abs().lt(off.abs()) ? otherwise : off
  return least.eq(0) ? null : least.toFixed()
}

/** Returns the amount of an entry when it has the documented sign of its type, so that a balance without it can be computed; else null. */
const documentedMove = ({ amount, type }: Moved): Big | null =>
  amount && signOfType(type) === (amount.lt(0) ? -1 : 1) ? amount : null

/** True when the entry and the object inside it have other IDs of its block or billable. */
const namesTwoIds = ({ allocationBlockId, allocationBlock, billableId, billable }: TransactionView): boolean =>
  isOther(readable(allocationBlockId), readable(allocationBlock?.id)) ||
  isOther(readable(billableId), readable(billable?.id))

const isOther = (id: string | null, nested: string | null) => id !== null && nested !== null && id !== nested
