import { sql, type SQL } from 'drizzle-orm'
import { PART_KINDS, type PartKind, type PoolBasis } from '../../whole-ledger'
import type { Session } from '@/database/on-connection'
import type { DayBalanced } from '../../day-series'
import { typesOfKind } from '../../entry'
import { happenedUntil } from '../../upcoming'
import type { CheckState } from '../../ledger-check'
import { groupBy } from '@/lib/core/group-by'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { ledgerDays, ledgerSums } from '@/lib/store/ledger-schema'
import { readWithin } from '@/lib/store/console-store'
import { type LedgerReadRow, selectReads } from '../read/stored-reads'

const TOO_SLOW = 'The sums of this ledger took too long to read. The transactions are not affected.'

/**
 * The sums of a pool on a day, and its balance at the end of the day: `moved` by amounts alone, `stored` by the stored balances.
 * `start` is the balance before the first day of the pool. `stored` and `start` are null for a pool without stored balances.
 */
interface DayRow extends Omit<DayBalanced, 'before' | 'balance'>, Record<string, unknown> {
  pool: string
  moved: string
  stored: string | null
  start: string | null
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
 * Returns the tables of a query up to `balanced`, which has the days of each pool with their balances. Where the API stores balances, a
 * day whose last one is ambiguous is calculated from the day before, and those before the first stored one back from it.
 * @param isWanted the condition for the reads
 * @param until the last instant of the entries that count, from `untilOf`. A day that is not over then has no stored balance of its own
 */
export function balancedDays(isWanted: SQL, until: SQL): SQL {
  const hasHappened = sql`first_at <= ${until}`
  // A union, not a join: the database has no statistics of a new read yet, and would join all days with all.
  return sql`
    parts as (
      select read_id, pool, day, sum(entries) filter (where ${hasHappened})::integer as entries,
        sum(amount) filter (where ${hasHappened}) as amount,
        coalesce(sum(amount) filter (where ${hasHappened} and ${KIND_OF_TYPE} = 'added'), 0) as added,
        coalesce(sum(amount) filter (where ${hasHappened} and ${KIND_OF_TYPE} = 'expired'), 0) as expired,
        bool_and(last_at <= ${until}) as is_over, null::numeric as opening, null::numeric as closing
      from ${ledgerSums} where ${isWanted} and day <> '' group by read_id, pool, day
      union all
      select read_id, pool, day, null, null, null, null, null, opening, closing from ${ledgerDays} where ${isWanted}),
    days as (
      select read_id, pool, day, max(entries) as entries, max(amount) as amount, max(added) as added, max(expired) as expired,
        max(opening) as opening, case when bool_and(is_over) then max(closing) end as closing
      from parts group by read_id, pool, day having max(entries) is not null),
    running as (
      select *, sum(amount) over so_far as moved, count(closing) over so_far as closings
      from days window so_far as (partition by read_id, pool order by day)),
    known as (select *, coalesce(opening - moved + amount, closing - moved) as known_start from running),
    started as (
      select *, first_value(known_start) over (partition by read_id, pool order by known_start is null, day) as start from known),
    balanced as (
      select *, moved + coalesce(max(closing - moved) over (partition by read_id, pool, closings), start) as stored from started)`
}

/**
 * Returns the days of each pool, in order of its first entry. Entries without a readable date, and those that are dated after the
 * read, are in no day.
 */
export async function selectSeries(db: Session, read: LedgerReadRow): Promise<PoolSeries[]> {
  const { rows } = await db.execute<DayRow>(sql`
    with ${balancedDays(sql`read_id = ${read.id}`, untilOf(read))}
    select pool, day, entries, ${plain(sql`amount`)} as amount, ${plain(sql`added`)} as added, ${plain(sql`expired`)} as expired,
      ${plain(sql`moved`)} as moved, ${plain(sql`stored`)} as stored, ${plain(sql`start`)} as start
    from balanced order by pool, day`)
  const byPool = groupBy(rows, ({ pool }) => pool)
  return basesOf(read).map(({ basis: ofPool, ...pool }) => {
    const days = byPool.get(pool.pool.key) ?? []
    const start = ofPool === 'balances' ? days[0]?.start : null
    // Balances that are all ambiguous say nothing.
    const basis = ofPool === 'balances' && start == null ? 'amounts' : ofPool
    let before = start ?? '0'
    const series = days.map(({ moved, stored, ...day }) => {
      const balanced = { ...day, before, balance: (basis === 'balances' ? stored : null) ?? moved }
      before = balanced.balance
      return balanced
    })
    return { ...pool, basis, series }
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

/** Writes a number as exact text without trailing zeros, as the console does. */
export const plain = (numeric: SQL): SQL => sql`trim_scale(${numeric})::text`

/** The group of the column `type`, as `partKindOf` returns it. */
export const KIND_OF_TYPE = sql`case type ${sql.join(
  PART_KINDS.flatMap((kind) => typesOfKind(kind).map((type) => sql`when ${type} then ${kind}`)),
  sql` `,
)} else 'other' end`

/** The invoice that granted a block, of a row of `ledgerBlocks`; null without one. Not `json`, which the driver leaves as text. */
export const INVOICE_OF_BLOCK = sql`case when invoice_id is not null then jsonb_build_object('id', invoice_id, 'number', invoice_number) end`

/** The sums of a month or block without entries. */
export const NO_PARTS: Record<PartKind, string> = { added: '0', used: '0', expired: '0', adjusted: '0', other: '0' }
