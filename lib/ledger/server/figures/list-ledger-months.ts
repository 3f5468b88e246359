import { sql } from 'drizzle-orm'
import { type LedgerMonth, type LedgerMonths, PART_KINDS } from '../../whole-ledger'
import type { Session } from '@/database/on-connection'
import { balancesBetween } from '../../day-series'
import { sumOf } from '@/lib/money/decimal'
import { groupBy } from '@/lib/core/group-by'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { ledgerSums } from '@/lib/store/ledger-schema'
import type { LedgerReadRow } from '../read/stored-reads'
import { ageOf, NO_AGE } from '../read/get-ledger-read'
import { KIND_OF_TYPE, NO_PARTS, plain, type PoolSeries, selectSeries, untilOf, withLedgerRead } from './stored-sums'
import { CustomerInput } from '@/lib/core/server/input'
import { operation } from '@/lib/core/server/operation'

const MAX_ROWS = 240

/** Returns what the entries of each month and pool add up to, the newest month first; up to 240 rows. */
export const listLedgerMonths = operation('listLedgerMonths', {
  input: CustomerInput,
  describe: 'The sums of each month of a ledger, with opening and closing balances.',
  tool: { from: 'ledger' },
  async run(context, { externalId }): Promise<LedgerMonths> {
    const read = await allLedgerMonths(context, externalId)
    if (read === null) return { months: [], older: 0, ...NO_AGE }
    const { months, row } = read
    return { months: months.slice(0, MAX_ROWS), older: Math.max(0, months.length - MAX_ROWS), ...ageOf(row) }
  },
})

/** The months of a ledger, and the read that they are from. */
export interface MonthsOfRead {
  externalId: string
  months: LedgerMonth[]
  row: LedgerReadRow
}

/** Returns all months of a ledger, the newest first, with the read that they are from; null when it was never read. */
export function allLedgerMonths(
  context: Pick<OperationContext, 'environment' | 'signal'>,
  externalId: string,
): Promise<MonthsOfRead | null> {
  return withLedgerRead(context, externalId, async (db, row) => {
    const sums = await selectMonthSums(db, row)
    const pools = await selectSeries(db, row)
    const ordered = pools.flatMap((pool) => {
      const ofPool = groupBy(sums.get(pool.pool.key) ?? [], ({ month }) => month)
      const today = row.completedAt === null ? null : row.asOf
      return monthsUntil([...ofPool.keys()], today?.slice(0, 7) ?? null).map((month) =>
        monthOf(month, pool, ofPool.get(month) ?? []),
      )
    })
    // The pools keep their order within a month.
    return {
      externalId,
      months: ordered.toSorted((one, other) => (one.month < other.month ? 1 : one.month > other.month ? -1 : 0)),
      row,
    }
  })
}

/** Quiet months are listed this far back; a date such as 0001-01-01 would have thousands. */
const MAX_QUIET_MONTHS = 120

/** Returns the months newest first, and months without entries between them and up to the last one. */
function monthsUntil(months: readonly string[], last: string | null): string[] {
  const first = months.toSorted()[0]
  if (first === undefined || last === null) return [...months]
  const [year = 0, month = 0] = last.split('-').map(Number)
  const quiet = Array.from({ length: MAX_QUIET_MONTHS }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  ).filter((each) => each > first)
  return [...new Set([...months, ...quiet])].toSorted().toReversed()
}

type MonthSum = LedgerMonth['details'][number] & { pool: string; month: string } & Record<string, unknown>

/** Returns the sums of each pool, the newest month first. */
async function selectMonthSums(db: Session, read: LedgerReadRow): Promise<Map<string, MonthSum[]>> {
  const { rows } = await db.execute<MonthSum>(sql`
    select pool, substr(day, 1, 7) as month, ${KIND_OF_TYPE} as kind, nullif(type, '') as type,
      nullif(max(billable_name), '') as "billableName", ${plain(sql`sum(amount)`)} as amount, sum(entries)::integer as entries
    from ${ledgerSums} as sums where read_id = ${read.id} and day <> '' and first_at <= ${untilOf(read)}
    group by pool, month, sums.type, billable
    order by month desc, pool, abs(sum(amount)) desc, sums.type, billable`)
  return groupBy(rows, ({ pool }) => pool)
}

function detailOf(sum: MonthSum): LedgerMonth['details'][number] {
  const { pool: _, month: __, ...detail } = sum
  return detail
}

function monthOf(month: string, { pool, basis, gaps, series }: PoolSeries, ofMonth: readonly MonthSum[]): LedgerMonth {
  const parts = Object.fromEntries(
    PART_KINDS.map((kind) => {
      const ofKind = ofMonth.filter((sum) => sum.kind === kind)
      return [kind, sumOf(ofKind.map(({ amount }) => amount)).toFixed()]
    }),
  )
  const { opening, closing, unexplained } = balancesBetween(series, `${month}-01`, `${month}-31`)
  const isKnown = basis !== 'unsigned'
  return {
    pool,
    basis,
    gaps,
    month,
    opening: isKnown ? opening : null,
    parts: { ...NO_PARTS, ...parts },
    closing: isKnown ? closing : null,
    unexplained: isKnown ? unexplained : '0',
    entries: ofMonth.reduce((sum, { entries }) => sum + entries, 0),
    details: ofMonth.map(detailOf),
  }
}
