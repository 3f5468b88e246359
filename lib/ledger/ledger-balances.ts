import { chainOf } from '@/contract/billing/balance-chain'
import type { TransactionPageView, TransactionView } from './transaction'
import type { LedgerRead, Upcoming } from './whole-ledger'
import { writtenQuantity } from '@/lib/money/amount'
import { nameInSentence } from '@/lib/text/bidi'
import type { Sentences } from '@/lib/text/english'
import { readable } from '@/lib/billing-api/unreadable'
import { exactOf } from '@/lib/money/decimal'
import { instantsOf, isInOrder } from './entry'
import { mayHaveNext, mismatchedPage } from './page-position'
import { isUnitShared, type Pool, poolOf, poolsOf } from './pool'
import { isUpcoming, NOTHING_UPCOMING, upcomingOf } from './upcoming'

/** The balance of one pool, from the newest entries of a ledger. */
export interface PoolBalance {
  pool: Pool
  /** The time of the whole-ledger read that the balance is from; null when it is from the newest entries. */
  asOf: string | null
  /** The number of entries of this pool. */
  rows: number
  /** The balance after the newest entry with a balance; null when there is none, the newest entry is ambiguous, or the pool has gaps. */
  balance: string | null
  /** The number of entries of the instant `at` among which the last one is ambiguous; 0 when it is known. */
  tied: number
  /** The creation date of that entry. */
  at: TransactionView['createdAt']
  /** The number of newer entries of the pool without a readable balance. */
  newer: number
  /** The gaps between its balances that the read of the whole ledger found; 0 before. With one, `balance` is null. */
  gaps: number
  /** Its entries among the newest ones that are dated in the future. */
  upcoming: Upcoming
  /** True when an amount may be in minor units: `isUnitUncertain` of its entries. */
  isUnitUncertain: boolean
}

/** A reply names so many days on which something expires. */
const MAX_EXPIRING = 3

/** UTC instant and decimal amount; null for a value that is missing or unreadable. */
interface LastEntry {
  createdAt: string
  amount: string | null
  unit: string | null
}

/** The balances of a customer, from one read of the newest entries. */
export interface LedgerBalances {
  /** The number of entries that were read. */
  rows: number
  /** True when it is the first page, all entries are dated and sorted newest first. Otherwise the last balance is unknown. */
  isNewestFirst: boolean
  /** The page that the API returned instead of the first one; null when it returned the first. */
  mismatchedPage: number | null
  /** The pool with the newest row comes first. */
  pools: PoolBalance[]
  /** The first entry that is not dated in the future; null when the entries are not sorted newest first, or there is none. */
  lastEntry: LastEntry | null
  asOf: string
}

/** Returns the balance of each pool with an entry on the page, which was requested newest first, without entries dated in the future. */
export function ledgerBalances(read: NewestRead): LedgerBalances {
  const { results, asOf } = read
  const mismatched = mismatchedPage(read, 1, null)
  const instants = instantsOf(results)
  // The next page may hold more entries of the oldest instant.
  const cutAt = mayHaveNext(read, read) ? instants.at(-1) : undefined
  const happened = results.filter((row) => !isUpcoming(row, asOf))
  const isNewestFirst = mismatched === null && instants.length === results.length && isInOrder(instants, 'desc')
  return {
    rows: results.length,
    isNewestFirst,
    mismatchedPage: mismatched,
    pools: poolsOf(happened).map((pool) => {
      const isOfPool = (row: TransactionView) => poolOf(row).key === pool.key
      const upcoming = upcomingOf(results.filter((row) => isUpcoming(row, asOf) && isOfPool(row)))
      return { ...poolBalance(pool, happened.filter(isOfPool), cutAt), upcoming }
    }),
    lastEntry: isNewestFirst ? lastEntryOf(happened[0]) : null,
    asOf,
  }
}

/**
 * Adds what a complete read of the whole ledger found: the balances of quiet pools, which have no entry among the newest ones, and
 * the pools whose balance is not certain.
 * @param whole undefined before the ledger was read
 */
export function withWholeLedger(
  balances: LedgerBalances,
  whole: Pick<LedgerRead, 'balances' | 'asOf'> | undefined,
): LedgerBalances {
  const breaksOf = new Map(whole?.balances.map(({ pool, gaps }) => [pool.key, gaps]))
  const shown = new Set(balances.pools.map(({ pool }) => pool.key))
  const quiet = (whole?.balances ?? []).filter(({ pool }) => !shown.has(pool.key))
  return {
    ...balances,
    pools: [
      ...balances.pools.map((of) => {
        const gaps = breaksOf.get(of.pool.key) ?? 0
        return gaps > 0 ? { ...of, gaps, balance: null, tied: 0, newer: 0, at: undefined } : of
      }),
      ...quiet.map(({ pool, balance, at, gaps }) => ({
        pool: { ...pool, isKnown: true },
        asOf: whole?.asOf ?? null,
        rows: 0,
        balance,
        tied: 0,
        at: at ?? undefined,
        newer: 0,
        gaps,
        upcoming: NOTHING_UPCOMING,
        isUnitUncertain: false,
      })),
    ],
  }
}

type NewestRead = Pick<TransactionPageView, 'results' | 'asOf' | 'count' | 'pages' | 'currentPage' | 'pageSize'>

function lastEntryOf(row: TransactionView | undefined): LastEntry | null {
  const createdAt = readable(row?.createdAt)
  if (!row || createdAt === null) return null
  return { createdAt, amount: readable(row.amount), unit: poolOf(row).unitName }
}

/** @param rows the entries of the pool, newest first */
function poolBalance(
  pool: Pool,
  rows: readonly TransactionView[],
  cutAt: number | undefined,
): Omit<PoolBalance, 'upcoming'> {
  const isUnitUncertain = rows.some((row) => row.isUnitUncertain === true)
  const base = { pool, asOf: null, rows: rows.length, isUnitUncertain, gaps: 0 }
  const newest = rows.find(({ newBalance }) => readable(newBalance) !== null)
  if (!newest) return { ...base, balance: null, tied: 0, at: undefined, newer: rows.length }
  const [instant] = instantsOf([newest])
  const together = instant === undefined ? [newest] : rows.filter((row) => instantsOf([row])[0] === instant)
  const balance = instant !== undefined && instant === cutAt ? null : lastBalance(together)
  const newer = rows.findIndex((row) => together.includes(row))
  return { ...base, balance, tied: balance === null ? together.length : 0, at: newest.createdAt, newer }
}

/**
 * Returns the final balance of entries of one pool and one instant, as the API sent it. Each entry starts with the balance
 * that another one left, so the entries form a chain. Their order in the response does not matter.
 * @returns null when the entries form no chain, or when the chain has more than one possible end
 */
function lastBalance(rows: readonly TransactionView[]): string | null {
  const [first] = rows
  if (first && rows.length === 1) return readable(first.newBalance)
  const steps = rows.map(({ previousBalance, newBalance }) => ({
    before: exactOf(previousBalance)?.toFixed() ?? null,
    after: exactOf(newBalance)?.toFixed() ?? null,
    sent: readable(newBalance),
  }))
  const chain = chainOf(steps, null)
  if (chain === null || chain === 'broken') return null
  return steps.find(({ after }) => after === chain.end)?.sent ?? null
}

/**
 * Returns the sentence that tells a customer the balance of a pool at its newest entry with a balance: "Your balance was
 * 12,480.25 AI credits on 24 Nov 2026. Of these, 178 expire on 30 Nov." Null when the balance, its date or its unit is not
 * certain.
 * @param among all pools of the ledger: a unit that several of them share names none of them
 */
export function balanceReply(
  { pool, balance, at: sentAt, upcoming, isUnitUncertain }: PoolBalance,
  among: readonly Pool[],
  say: Sentences,
): string | null {
  const [at, unit] = [readable(sentAt), nameInSentence(pool.unitName)]
  if (balance === null || at === null || unit === null || isUnitShared(pool, among) || isUnitUncertain) return null
  const { text, more } = writtenUnits(balance)
  if (more > 0) return null
  const expiring = balance.startsWith('-') ? [] : upcoming.expiring.slice(0, MAX_EXPIRING)
  const expires = expiring.map(({ day, amount }) => ({
    amount: say.number(writtenUnits(amount).text),
    day: say.nearDay(`${day}T00:00:00.000Z`, at),
    isOne: writtenUnits(amount).text === '1',
  }))
  return [
    say.balance(say.number(text), say.unit(unit, text === '1'), say.day(at)),
    ...(expires.length > 0 ? [say.expires(expires)] : []),
  ].join(' ')
}

/** Writes an amount of units without zeros at its end. */
const writtenUnits = (amount: string) => writtenQuantity(exactOf(amount)?.toFixed() ?? amount)
