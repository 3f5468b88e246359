import { sql } from 'drizzle-orm'
import type { ConsoleInput } from '@/contract/console/operations'
import { PART_KINDS, type ChangeExplanations, type ChangePart } from '@/contract/console/whole-ledger'
import type { Session } from '@/database/on-connection'
import { balancesBetween } from '../../../domain/ledger/day-series'
import { partKindOf } from '../../../domain/ledger/entry'
import { sumOf } from '../../../domain/money/decimal'
import type { OperationContext } from '../../operation-context'
import { ledgerBlocks, ledgerSums } from '../../store/ledger-schema'
import type { LedgerReadRow } from '../read/claim-read'
import { soFarOf } from '../read/get-ledger-read'
import { keyText } from '../read/write-checkpoint'
import { KIND_OF_TYPE, plainDecimal, selectSeries, withLedgerRead } from './stored-sums'

/** More parts of a pool are not listed one by one. */
const MAX_PARTS = 100

/**
 * Returns why the balance of each pool changed between two days, both included: the sums of what was added, used by billable, expired
 * by block, and adjusted.
 */
export async function explainChange(
  context: OperationContext,
  { externalId, ...days }: ConsoleInput<'explainChange'>,
): Promise<ChangeExplanations> {
  const [from, to] = days.from <= days.to ? [days.from, days.to] : [days.to, days.from]
  const explained = await withLedgerRead(context, externalId, async (db, read) => {
    const parts = await selectParts(db, read, from, to)
    const series = await selectSeries(db, read)
    const pools = series.map(({ pool, basis, breaks, series: all }) => {
      const ofPool = parts.get(keyText(pool.key)) ?? []
      if (basis === 'unsigned')
        return { pool, basis, breaks, opening: null, closing: null, parts: ofPool, unexplained: '0' }
      const { opening, closing, unexplained } = balancesBetween(all, from, to)
      return {
        pool,
        basis,
        breaks,
        opening: plainDecimal(opening),
        closing: plainDecimal(closing),
        parts: ofPool,
        unexplained,
      }
    })
    const isComplete = read.completedAt !== null && read.asOf !== null && to <= read.asOf.slice(0, 10)
    return { from, to, isComplete, pools, soFar: soFarOf(read), asOf: read.asOf }
  })
  return explained ?? { from, to, isComplete: false, pools: [], soFar: null, asOf: null }
}

interface PartRow extends Record<string, unknown> {
  pool: string
  type: string
  billable: string
  billableName: string
  block: string
  amount: string
  entries: number
  from: string
  to: string
  invoiceId: string | null
  invoiceNumber: string | null
}

/** Returns the parts of each pool, by kind, the largest first. */
async function selectParts(
  db: Session,
  { id }: LedgerReadRow,
  from: string,
  to: string,
): Promise<Map<string, ChangePart[]>> {
  const { rows } = await db.execute<PartRow>(sql`
    with parts as (
      select pool, type, case when ${KIND_OF_TYPE} = 'used' then billable else '' end as billable,
        case when ${KIND_OF_TYPE} = 'expired' then block else '' end as block, max(billable_name) as billable_name,
        sum(amount) as amount, sum(entries)::integer as entries, min(day) as "from", max(day) as "to"
      from ${ledgerSums} where read_id = ${id} and day >= ${from} and day <= ${to} group by 1, 2, 3, 4)
    select parts.pool, type, billable, billable_name as "billableName", parts.block, amount::text as amount, entries,
      "from", "to", invoice_id as "invoiceId", invoice_number as "invoiceNumber"
    from parts left join ${ledgerBlocks} as named on named.read_id = ${id} and named.block = parts.block and parts.block <> ''
    order by abs(amount) desc, type, billable, parts.block`)
  const pools = [...new Set(rows.map(({ pool }) => pool))]
  return new Map(
    pools.map((pool) => {
      const parts = rows.filter((row) => row.pool === pool).map(partOf)
      return [pool, PART_KINDS.flatMap((kind) => withRestAsOne(parts.filter((part) => part.kind === kind)))]
    }),
  )
}

function partOf(row: PartRow): ChangePart {
  const { entries, from, to } = row
  const kind = partKindOf(row.type)
  return {
    kind,
    type: row.type || null,
    billableId: row.billable || null,
    billableName: (kind === 'used' && row.billableName) || null,
    blockId: row.block || null,
    invoice: row.invoiceId === null ? null : { id: row.invoiceId, number: row.invoiceNumber },
    amount: plainDecimal(row.amount),
    entries,
    from,
    to,
  }
}

/** Adds up the smallest parts beyond the limit into one. */
function withRestAsOne(parts: readonly ChangePart[]): ChangePart[] {
  const [shown, rest] = [parts.slice(0, MAX_PARTS), parts.slice(MAX_PARTS)]
  const [first, ...others] = rest
  if (!first) return shown
  const all = [first, ...others]
  return [
    ...shown,
    {
      ...first,
      billableId: null,
      billableName: null,
      blockId: null,
      invoice: null,
      amount: sumOf(all.map(({ amount }) => amount)).toFixed(),
      entries: all.reduce((sum, { entries }) => sum + entries, 0),
      from: all.map(({ from }) => from).toSorted()[0] ?? first.from,
      to:
        all
          .map(({ to }) => to)
          .toSorted()
          .at(-1) ?? first.to,
    },
  ]
}
