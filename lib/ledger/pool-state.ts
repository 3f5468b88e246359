import { Big } from 'big.js'
import { type BalanceStep, chainOf } from '@/contract/billing/balance-chain'
import type { LastBalance, LedgerPool } from './whole-ledger'
import { signOfType } from './entry'
import { isUpcoming } from './upcoming'
import type { ParsedEntry } from './parsed-entry'

/** The characters that are stored of an entry besides its texts. */
export const CHARS_OF_ENTRY = 100

/** An entry of a group. `moved` is the amount of an entry without a balance after it, when its sign is certain. */
export interface PoolStep extends BalanceStep {
  id: string | null
  page: number
  offLeft: string | null
  moved?: string
}

/** A pool as far as it was read. Plain data, so that a reader can go on after a restart. */
export interface PoolState {
  pool: LedgerPool
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
  /** The newest entries of one instant: their order is unknown until the next instant. */
  group: PoolStep[]
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

/** The part of a check that the last balances are computed from. */
export interface PoolStates {
  pools: PoolState[]
  /** False when an entry was created before one that precedes it: then the last entry of a day need not be its newest. */
  isOrdered: boolean
}

/** A pool before its first entry. */
export const newPoolState = (pool: LedgerPool): PoolState => ({
  pool,
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

/** Returns how many characters are stored of an entry of a group. */
export const charsOfStep = ({ id, before, after, offLeft, moved }: PoolStep): number =>
  [id, before, after, offLeft, moved].reduce((chars, text) => chars + (text?.length ?? 0), CHARS_OF_ENTRY)

/** Returns how many characters are stored of a group. */
export const charsOf = ({ group }: PoolState): number => group.reduce((chars, step) => chars + charsOfStep(step), 0)

/**
 * Returns the last stored balance of each pool; null with a break in the pool, a wrong order, an ambiguous end, or an entry that is
 * dated in the future of `asOf`.
 */
export const lastBalancesOf = ({ pools, isOrdered }: PoolStates, asOf: string | null): LastBalance[] =>
  pools.map((state) => {
    const { pool, breaks, lastAt, left, group } = state
    const chain = group.length > 0 ? endsOf(state) : { end: left }
    const isPast = asOf === null || lastAt === null || !isUpcoming({ createdAt: lastAt }, asOf)
    const isKnown = isPast && isOrdered && breaks === 0 && chain !== null && chain !== 'broken'
    return { pool, balance: isKnown ? chain.end : null, at: lastAt, gaps: breaks }
  })

/** Returns the balance after entries that have none, by their amounts; null when the balance before them or a sign is unknown. */
export function computedEnd({ group, left, computedLeft = null }: PoolState): string | null {
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
export function isAgainst(state: PoolState, { type, row }: ParsedEntry, direction: number): boolean {
  const sign = signOfType(type)
  const { directedTypes = [] } = state
  if (type === null || sign === null || direction === 0) return false
  if (direction === sign && !directedTypes.includes(type)) state.directedTypes = [...directedTypes, type]
  return direction !== sign && directedTypes.includes(type) && row.eventId === undefined
}

/** Returns the balances before and after a group; null when it is not compared or they are unknown. */
export const endsOf = ({ group, left, isTooLarge }: PoolState) => (isTooLarge ? null : chainOf(group, left))
