import { sql } from 'drizzle-orm'
import { type ChangePart, PART_KINDS } from '../../whole-ledger'
import type { Session } from '@/database/on-connection'
import { groupBy } from '@/lib/core/group-by'
import { balancesBetween } from '../../day-series'
import { isUnitShared } from '../../pool'
import type { CheckState } from '../../ledger-check'
import { ledgerBlocks, ledgerSums } from '@/lib/store/ledger-schema'
import type { LedgerReadRow } from '../read/stored-reads'
import { ageOf, NO_AGE, poolsOf } from '../read/get-ledger-read'
import { INVOICE_OF_BLOCK, KIND_OF_TYPE, plain, selectSeries, untilOf, withLedgerRead } from './stored-sums'
import { balancePath } from '@/lib/core/paths'
import { operation } from '@/lib/core/server/operation'
import { CustomerInput, Day } from '@/lib/core/server/input'
import { PoolKey } from '../transaction-filters'

/** More parts of a pool are not listed one by one. */
const MAX_PARTS = 100

/**
 * Returns why the balance of each pool changed between two days, both included: the sums of what was added, used by billable, expired
 * by block, and adjusted, and the largest of them. A range that includes today ends at today; one that lies wholly ahead stays as it is.
 */
export const explainChange = operation('explainChange', {
  input: CustomerInput.extend({
    from: Day.describe('The first UTC day, included: 2026-10-01 for October'),
    to: Day.describe('The last UTC day, included: 2026-10-31 for October'),
    pool: PoolKey.optional(),
  }),
  describe:
    'Why a balance changed from the start of one day to the end of another: the sums by type, billable and block. They add up exactly with `unexplained`.',
  tool: {
    page: ({ externalId = '', from, to, pool }) =>
      balancePath(externalId, { explain: `${from}..${to}`, ...(pool !== undefined && { pool }) }),
  },
  async run(context, { externalId, pool: asked, ...given }) {
    const [from, last] = given.from <= given.to ? [given.from, given.to] : [given.to, given.from]
    const today = context.now().toISOString().slice(0, 10)
    const to = from <= today && last > today ? today : last
    const explained = await withLedgerRead(context, externalId, async (db, read) => {
      const [parts, largest] = [await selectParts(db, read, from, to), await selectLargest(db, read, from, to)]
      const all = await selectSeries(db, read)
      const series = asked === undefined ? all : all.filter(({ pool }) => pool.key === asked)
      const { unplacedFrom }: CheckState = JSON.parse(read.check)
      const hasUnplaced = unplacedFrom !== null && unplacedFrom.slice(0, 10) <= to
      const pools = series.map(({ pool, basis, gaps, series: days }) => {
        const { opening, closing, unexplained } = balancesBetween(days, from, to)
        const isKnown = basis !== 'unsigned'
        return {
          pool,
          basis,
          gaps,
          opening: isKnown ? opening : null,
          closing: isKnown ? closing : null,
          parts: (parts.get(pool.key) ?? []).map(partOf),
          largest: largest.get(pool.key) ?? null,
          isUnitShared: isUnitShared(pool, poolsOf(read)),
          unexplained: isKnown ? unexplained : '0',
          hasUnplaced,
        }
      })
      const isComplete = read.completedAt !== null && read.asOf !== null && to <= read.asOf.slice(0, 10)
      return { from, to, isComplete, pools, place: await selectPlace(db, read, from, to), ...ageOf(read) }
    })
    return explained ?? { from, to, isComplete: false, pools: [], place: null, ...NO_AGE }
  },
})

/** Returns how many entries are on earlier days, and on these; null when that does not tell the places of these. */
async function selectPlace(
  db: Session,
  { id, check, completedAt }: LedgerReadRow,
  from: string,
  to: string,
): Promise<{ before: number; within: number } | null> {
  const { isOrdered }: CheckState = JSON.parse(check)
  const { rows } = await db.execute<{ before: number; within: number; undated: number }>(sql`
    select coalesce(sum(entries) filter (where day <> '' and day < ${from}), 0)::integer as before,
      coalesce(sum(entries) filter (where day >= ${from} and day <= ${to}), 0)::integer as within,
      coalesce(sum(entries) filter (where day = ''), 0)::integer as undated
    from ${ledgerSums} where read_id = ${id}`)
  const [counted] = rows
  if (!counted || !isOrdered || completedAt === null || counted.undated > 0) return null
  return { before: counted.before, within: counted.within }
}

function partOf(row: PartOfPool): ChangePart {
  const { pool: _, ...part } = row
  return part
}

interface PartOfPool extends ChangePart, Record<string, unknown> {
  pool: string
}

/**
 * Returns the parts of each pool, by kind, the largest first. The database adds up those beyond the limit, because a ledger may have
 * 500,000.
 */
async function selectParts(
  db: Session,
  read: LedgerReadRow,
  from: string,
  to: string,
): Promise<Map<string, PartOfPool[]>> {
  const { rows } = await db.execute<PartOfPool>(sql`
    with parts as (
      select pool, ${KIND_OF_TYPE} as kind, type, case when ${KIND_OF_TYPE} = 'used' then billable else '' end as billable,
        case when ${KIND_OF_TYPE} = 'expired' then block else '' end as block, max(billable_name) as billable_name,
        sum(amount) as amount, sum(added) as added, sum(entries) as entries, min(day) as "from", max(day) as "to"
      from ${ledgerSums} where read_id = ${read.id} and day >= ${from} and day <= ${to} and first_at <= ${untilOf(read)}
      group by 1, 2, 3, 4, 5),
    ranked as (
      select *, row_number() over (partition by pool, kind order by abs(amount) desc, type, billable, block) as nth from parts),
    listed as (
      select pool, kind, least(nth, ${MAX_PARTS + 1}) as nth, min(type) as type, min(billable) as billable,
        min(billable_name) as billable_name, min(block) as block, sum(amount) as amount,
        sum(added) > 0 and sum(amount) < sum(added) as has_both_signs, sum(entries)::integer as entries, min("from") as "from", max("to") as "to"
      from ranked group by 1, 2, 3)
    select listed.pool, kind, nullif(type, '') as type, case when nth <= ${MAX_PARTS} then nullif(billable, '') end as "billableId",
      case when nth <= ${MAX_PARTS} and kind = 'used' then nullif(billable_name, '') end as "billableName",
      case when nth <= ${MAX_PARTS} then nullif(listed.block, '') end as "blockId", ${INVOICE_OF_BLOCK} as invoice,
      ${plain(sql`amount`)} as amount, has_both_signs as "hasBothSigns", entries, "from", "to"
    from listed left join ${ledgerBlocks} as named
      on named.read_id = ${read.id} and named.block = listed.block and listed.block <> '' and nth <= ${MAX_PARTS}
    order by listed.pool, array_position(${sql.param([...PART_KINDS])}::text[], kind), nth`)
  return groupBy(rows, ({ pool }) => pool)
}

/** Returns the largest of the sums by day, type, billable and block of each pool: a single entry when it has one. */
async function selectLargest(
  db: Session,
  read: LedgerReadRow,
  from: string,
  to: string,
): Promise<Map<string, ChangePart>> {
  const { rows } = await db.execute<PartOfPool>(sql`
    select distinct on (sums.pool) sums.pool, ${KIND_OF_TYPE} as kind, nullif(type, '') as type, nullif(billable, '') as "billableId",
      case when ${KIND_OF_TYPE} = 'used' then nullif(billable_name, '') end as "billableName", nullif(sums.block, '') as "blockId",
      ${INVOICE_OF_BLOCK} as invoice, ${plain(sql`amount`)} as amount, added > 0 and amount < added as "hasBothSigns", entries,
      day as "from", day as "to"
    from ${ledgerSums} as sums left join ${ledgerBlocks} as named
      on named.read_id = ${read.id} and named.block = sums.block and sums.block <> ''
    where sums.read_id = ${read.id} and day >= ${from} and day <= ${to} and first_at <= ${untilOf(read)}
    order by sums.pool, abs(amount) desc, entries, day, sums.type, billable, sums.block`)
  return new Map(rows.map(({ pool, ...part }) => [pool, part]))
}
