import { Big } from 'big.js'
import type { TransactionView } from '@/contract/console/transaction'
import type { LastBalance, LedgerBreak, LedgerPool } from '@/contract/console/whole-ledger'
import { readable } from '../../format/unreadable'
import { documentedMove, offBy } from './balance-breaks'
import { poolOf } from './pool'
import { signOfType } from './transaction-kind'
import { exactOf } from '../money/decimal'
import { type BalanceStep, chainOf } from '@/contract/billing/balance-chain'
import { blockIdOf, createdAtOf } from './ledger-sums'
import { RecentBookings } from './recent-bookings'

/** More entries of one instant and pool are not checked as a chain. */
const MAX_GROUP = 1_000
/** The most characters of all groups, and of the blocks of one instant: they are stored at each checkpoint. */
const MAX_CHARS = 500_000
/** The characters that are stored of an entry besides its texts. */
const CHARS_OF_ENTRY = 100

/** A pool as far as it was read. Plain data, so that a reader can go on after a restart. */
export interface PoolState {
  pool: LedgerPool
  isKnown: boolean
  /** True when an entry had a balance after it. */
  hasBalances: boolean
  /** True when a type that deducts had an amount above zero, and no stored balances show that it was added. */
  hasUnknownSign: boolean
  /** The known types whose entries moved its balances in the documented direction. */
  directedTypes?: string[]
  /** The number of breaks in its balances and amounts; order and blocks do not count. */
  breaks: number
  /** The balance before the group; null when it is unknown. */
  left: string | null
  /** Without `left`, the balance before the group as the amounts of entries without balances give it; else null. */
  computedLeft?: string | null
  /**
   * The newest entries of one instant: their order is unknown until the next instant. `moved` is the amount of an entry without a
   * balance after it, when its sign is certain.
   */
  group: (BalanceStep & { id: string | null; page: number; offLeft: string | null; moved?: string })[]
  at: string
  /** The newest instant of its entries; null without a date. */
  lastAt: string | null
  /** True when the group is not compared: it is too large, or an entry of its instant names no pool. Its first entry is kept. */
  isTooLarge: boolean
  /** True when the instant has too many entries: each is counted in `notCompared`. */
  isCut: boolean
  /** True when a break in the group was already reported. */
  isReported: boolean
}

/** What is left of a block, and whether it was granted anything. */
export interface BlockState {
  left: string | null
  hasGrant: boolean
  isOverdrawn: boolean
}

/** The state of a check that goes on. */
export interface CheckState {
  pools: PoolState[]
  /** The newest creation instant. */
  newestAt: string | null
  /** False when an entry was created before one that precedes it: then the last entry of a day need not be its newest. */
  isOrdered: boolean
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
  readonly #state: Omit<CheckState, 'pools' | 'drawn' | 'bookings'>
  readonly #bookings: RecentBookings
  readonly #drawn: Map<string, Place>
  /** The pools with entries at an instant that may go on. */
  readonly #open = new Set<PoolState>()
  #days = new Map<string, DayBalance>()
  /** The characters of all groups, and of `#drawn`. */
  #groupChars = 0
  #drawnChars = 0
  /** Blocks found overdrawn since `takeOverdrawn`. */
  #overdrawn: string[] = []

  constructor(
    // A state that an earlier version stored lacks the newer counts.
    { pools, drawn, bookings, ...state }: CheckState,
    private readonly blocks: Map<string, BlockState>,
    private readonly onBreak: (found: LedgerBreak) => void,
  ) {
    this.#pools = new Map(structuredClone(pools).map((pool) => [pool.pool.key, pool]))
    this.#drawn = new Map(drawn)
    this.#bookings = new RecentBookings(bookings)
    this.#state = { ...NOTHING_CHECKED, ...state }
    for (const pool of this.#pools.values()) if (pool.group.length > 0) this.#open.add(pool)
    for (const pool of this.#pools.values()) this.#groupChars += charsOf(pool)
    for (const [blockId, place] of drawn) this.#drawnChars += charsOfDraw(blockId, place)
    for (const pool of this.#pools.values()) if (this.#groupChars > MAX_CHARS) this.#cut(pool)
  }

  get poolCount(): number {
    return this.#pools.size
  }

  /** The newest instant: entries of it may still be found to break. */
  get newestAt(): string | null {
    return this.#state.newestAt
  }

  get state(): CheckState {
    const bookings = this.#bookings.entries
    return { ...this.#state, bookings, pools: structuredClone([...this.#pools.values()]), drawn: [...this.#drawn] }
  }

  add(row: TransactionView, page: number): void {
    const place: Place = { transactionId: readable(row.id), page, createdAt: createdAtOf(row) }
    const { key, unitId, unitName, isKnown } = poolOf(row)
    const amount = exactOf(row.amount)
    const state = this.#pools.get(key) ?? newState({ key, unitId, unitName })
    if (amount === null || place.createdAt === null) this.#break(state, { kind: 'unreadable', ...place, offBy: null })
    state.isKnown ||= isKnown
    this.#pools.set(key, state)
    this.#advanceTo(place)
    if (place.createdAt === null || !isKnown) this.#forgetLeft(place.createdAt)
    const before = exactOf(row.previousBalance)
    const after = exactOf(row.newBalance)?.toFixed() ?? null
    const off = before && offBy(row, before)
    if (off) this.#break(state, { kind: 'sum', ...place, offBy: off })
    const isShown = before !== null && after !== null && amount !== null
    if (isShown) this.#state.compared += 1
    if (amount?.gt(0) === true && signOfType(readable(row.type)) === -1 && (!isShown || off))
      state.hasUnknownSign = true
    if (isShown && !off && before !== null && isAgainst(state, row, new Big(after).cmp(before)))
      this.onBreak({ kind: 'against', ...place, offBy: null })
    if (this.#bookings.hasBooked(row)) this.onBreak({ kind: 'twice', ...place, offBy: null })
    if (namesTwoIds(row)) this.onBreak({ kind: 'twoIds', ...place, offBy: null })
    this.#draw(row, amount, place)
    if (place.createdAt === null || !isKnown) return
    if (state.at !== place.createdAt) {
      this.#close(state)
      state.at = place.createdAt
      state.lastAt = place.createdAt
      state.isTooLarge = this.#state.unsureAt === place.createdAt
    }
    // Without a balance before, the one that the entry before left must lead to the one after.
    const offLeft = row.previousBalance === undefined && state.left !== null ? offBy(row, new Big(state.left)) : null
    state.hasBalances ||= after !== null
    const moved = row.newBalance === undefined ? documentedMove(row)?.toFixed() : undefined
    this.#keep(state, {
      before: before?.toFixed() ?? null,
      after,
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
  #keep(state: PoolState, step: PoolState['group'][number]): void {
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
    this.#reportOverdrawn()
    for (const pool of this.#open) this.#close(pool)
    this.#open.clear()
    if (newestAt !== null && place.createdAt < newestAt) {
      this.#state.isOrdered = false
      this.onBreak({ kind: 'order', ...place, offBy: null })
    } else this.#state.newestAt = place.createdAt
  }

  /** Reports the breaks of entries that no later one can explain. Call it after the last page. */
  finish(): void {
    this.#reportOverdrawn()
    for (const state of this.#pools.values()) state.isReported ||= this.#report(state)
  }

  /** Returns the blocks that were found overdrawn since the last call. */
  takeOverdrawn(): string[] {
    const overdrawn = this.#overdrawn
    this.#overdrawn = []
    return overdrawn
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
    this.#state.unsureAt = at ?? this.#state.newestAt
    for (const state of this.#pools.values()) {
      if (state.at === this.#state.unsureAt) state.isTooLarge = true
      else this.#close(state)
      state.left = null
      state.computedLeft = null
    }
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

  /** Takes an entry's amount from its block, or adds it. */
  #draw(row: TransactionView, amount: Big | null, place: Place): void {
    const blockId = blockIdOf(row)
    if (blockId === '') return
    const block = this.blocks.get(blockId) ?? { left: '0', hasGrant: false, isOverdrawn: false }
    this.blocks.set(blockId, {
      ...block,
      left: block.left === null || amount === null ? null : new Big(block.left).plus(amount).toFixed(),
      hasGrant: block.hasGrant || amount?.gt(0) === true,
    })
    if (amount?.lt(0) !== true || block.isOverdrawn) return
    const before = this.#drawn.get(blockId)
    const chars = charsOfDraw(blockId, place) - (before ? charsOfDraw(blockId, before) : 0)
    if (this.#drawnChars + chars > MAX_CHARS) this.#state.notDrawn += 1
    else {
      this.#drawn.set(blockId, place)
      this.#drawnChars += chars
    }
  }

  /** An entry of the same instant may have granted what another one used, so blocks are checked after all of them. */
  #reportOverdrawn(): void {
    for (const [blockId, place] of this.#drawn) {
      const block = this.blocks.get(blockId)
      if (!block || block.isOverdrawn || !block.hasGrant || block.left === null || !new Big(block.left).lt(0)) continue
      this.blocks.set(blockId, { ...block, isOverdrawn: true })
      this.#overdrawn.push(blockId)
      this.onBreak({ kind: 'overdrawn', ...place, offBy: block.left })
    }
    this.#drawn.clear()
    this.#drawnChars = 0
  }
}

type Place = Pick<LedgerBreak, 'transactionId' | 'page' | 'createdAt'>

const newState = (pool: LedgerPool): PoolState => ({
  pool,
  isKnown: false,
  hasBalances: false,
  hasUnknownSign: false,
  breaks: 0,
  left: null,
  group: [],
  at: '',
  lastAt: null,
  isTooLarge: false,
  isCut: false,
  isReported: false,
})

const charsOfStep = ({ id, before, after, offLeft, moved }: PoolState['group'][number]): number =>
  [id, before, after, offLeft, moved].reduce((chars, text) => chars + (text?.length ?? 0), CHARS_OF_ENTRY)
const charsOf = ({ group }: PoolState): number => group.reduce((chars, step) => chars + charsOfStep(step), 0)
const charsOfDraw = (blockId: string, { transactionId }: Place): number =>
  blockId.length + (transactionId?.length ?? 0) + CHARS_OF_ENTRY

/** The part of a check that the last balances are computed from. */
export type PoolStates = Pick<CheckState, 'pools' | 'isOrdered'>

/** Returns the last stored balance of each pool; null with a break in the pool, a wrong order, or an ambiguous end. */
export const lastBalancesOf = ({ pools, isOrdered }: PoolStates): LastBalance[] =>
  pools.map((state) => {
    const { pool, breaks, lastAt, left, group } = state
    const chain = group.length > 0 ? endsOf(state) : { end: left }
    const isKnown = isOrdered && breaks === 0 && chain !== null && chain !== 'broken'
    return { pool, balance: isKnown ? chain.end : null, at: lastAt, breaks }
  })

/** Returns the balance after entries that have none, by their amounts; null when the balance before them or a sign is unknown. */
function computedEnd({ group, left, computedLeft = null }: PoolState): string | null {
  const [first, ...others] = group
  const before = (others.length === 0 ? first?.before : null) ?? left ?? computedLeft
  if (
    before === null ||
    !group.every((step) => step.moved !== undefined && (others.length === 0 || step.before === null))
  )
    return null
  return group.reduce((sum, { moved = 0 }) => sum.plus(moved), new Big(before)).toFixed()
}

/** True when the entry moves the balance against the documented direction of its type, which earlier ones kept. Notes the type. */
function isAgainst(state: PoolState, { type: sent, eventId }: TransactionView, direction: number): boolean {
  const type = readable(sent)
  const sign = signOfType(type)
  const { directedTypes = [] } = state
  if (type === null || sign === null || direction === 0) return false
  if (direction === sign && !directedTypes.includes(type)) state.directedTypes = [...directedTypes, type]
  return direction !== sign && directedTypes.includes(type) && eventId === undefined
}

/** True when the entry and the object inside it have other IDs of its block or billable. */
const namesTwoIds = ({ allocationBlockId, allocationBlock, billableId, billable }: TransactionView): boolean =>
  isOther(readable(allocationBlockId), readable(allocationBlock?.id)) ||
  isOther(readable(billableId), readable(billable?.id))

const isOther = (id: string | null, nested: string | null) => id !== null && nested !== null && id !== nested

const endsOf = ({ group, left, isTooLarge }: PoolState) => (isTooLarge ? null : chainOf(group, left))
