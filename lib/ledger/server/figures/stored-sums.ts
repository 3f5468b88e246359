import { Big } from 'big.js'
import { sql, type SQL } from 'drizzle-orm'
import { PART_KINDS, type PartKind, type PoolBasis } from '../../whole-ledger'
import type { Session } from '@/database/on-connection'
import { type DayBalanced, daySeries, type DaySums, startingBalance } from '../../day-series'
import { typesOfKind } from '../../entry'
import { happenedUntil } from '../../upcoming'
import type { CheckState } from '../../ledger-check'
import { groupBy } from '@/lib/core/group-by'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { ledgerDays, ledgerSums } from '@/lib/store/ledger-schema'
import { readWithin } from '@/lib/store/console-store'
import { type LedgerReadRow, selectReads } from '../read/stored-reads'

const TOO_SLOW = 'The sums of this ledger took too long to read. The transactions are not affected.'

/** The sums of a pool on a day. */
interface DayRow extends DaySums, Record<string, unknown> {
  pool: string
}

/** A pool of a ledger with the balance of each of its days. */
export interface PoolSeries extends PoolBasis {
  series: DayBalanced[]
}

/**
 * Runs a query on what was read of a ledger.
 * @returns null when it was never read
 * @throws ProblemError `store_unavailable`
 */
export function withLedgerRead<Result>(
  { environment, signal }: Pick<OperationContext, 'environment' | 'signal'>,
  externalId: string,
  query: (db: Session, read: LedgerReadRow) => Promise<Result>,
): Promise<Result | null> {
  return readWithin({ signal, ms: 5_000, tooSlow: TOO_SLOW }, async (db) => {
    const { shown } = await selectReads(db, { source: environment.index.source, externalId })
    return shown === null ? null : query(db, shown)
  })
}

/**
 * Returns the days of each pool, in order of its first entry. Entries without a readable date, and those that are dated after the
 * read, are in no day.
 */
export async function selectSeries(db: Session, read: LedgerReadRow): Promise<PoolSeries[]> {
  const hasHappened = sql`first_at <= ${untilOf(read)}`
  // A union, not a join: the database has no statistics of a new read yet, and would join all days with all.
  const { rows } = await db.execute<DayRow>(sql`
    with parts as (
      select pool, day, sum(entries) filter (where ${hasHappened})::integer as entries,
        sum(amount) filter (where ${hasHappened}) as amount,
        coalesce(sum(amount) filter (where ${hasHappened} and ${KIND_OF_TYPE} = 'added'), 0) as added,
        coalesce(sum(amount) filter (where ${hasHappened} and ${KIND_OF_TYPE} = 'expired'), 0) as expired,
        bool_and(last_at <= ${untilOf(read)}) as is_over, null::numeric as opening, null::numeric as closing
      from ${ledgerSums} where read_id = ${read.id} and day <> '' group by pool, day
      union all
      select pool, day, null, null, null, null, null, opening, closing from ${ledgerDays} where read_id = ${read.id})
    select pool, day, max(entries) as entries, max(amount)::text as amount, max(added)::text as added,
      max(expired)::text as expired, max(opening)::text as opening,
      case when bool_and(is_over) then max(closing)::text end as closing
    from parts group by pool, day having max(entries) is not null order by pool, day`)
  const byPool = groupBy(rows, ({ pool }) => pool)
  return basesOf(read).map(({ basis: ofPool, ...pool }) => {
    const days = byPool.get(pool.pool.key) ?? []
    // Balances that are all ambiguous say nothing.
    const basis = ofPool === 'balances' && startingBalance(days) === null ? 'amounts' : ofPool
    return { ...pool, basis, series: daySeries(days, basis) }
  })
}

/** Returns the pools of a read, and where their figures come from, in order of their first entry. */
export function basesOf({ check }: Pick<LedgerReadRow, 'check'>): PoolBasis[] {
  const { pools, isOrdered }: CheckState = JSON.parse(check)
  return pools.map(({ pool, hasBalances, hasUnknownSign, breaks }) => ({
    pool,
    basis: hasUnknownSign ? 'unsigned' : hasBalances && isOrdered ? 'balances' : 'amounts',
    gaps: breaks,
  }))
}

/** Returns the last instant of the entries that had happened when the ledger was read. The sums of a day are cut there. */
export const untilOf = ({ asOf }: Pick<LedgerReadRow, 'asOf'>): SQL =>
  asOf === null ? sql`'infinity'::timestamptz` : sql`${happenedUntil(asOf)}::timestamptz`

/** Returns the number as exact text without trailing zeros, as the console writes it. */
export const plainDecimal = (numeric: string): string => new Big(numeric).toFixed()

/** The group of the column `type`, as `partKindOf` returns it. */
export const KIND_OF_TYPE = sql`case type ${sql.join(
  PART_KINDS.flatMap((kind) => typesOfKind(kind).map((type) => sql`when ${type} then ${kind}`)),
  sql` `,
)} else 'other' end`

/** The sums of a month or block without entries. */
export const NO_PARTS: Record<PartKind, string> = { added: '0', used: '0', expired: '0', adjusted: '0', other: '0' }
