import { sql } from 'drizzle-orm'
import type { ConsoleInput } from '@/contract/console/operations'
import type { FilterOptions } from '@/contract/console/whole-ledger'
import type { OperationContext } from '../../operation-context'
import { ledgerBlocks, ledgerSums } from '../../store/ledger-schema'
import { poolsOf } from '../read/get-ledger-read'
import { withLedgerRead } from './select-series'

const MAX_OPTIONS = 200

/** Returns the types, billables, blocks and pools of a ledger's entries, up to 200 of each; none before it was read. */
export async function listFilterOptions(
  context: OperationContext,
  { externalId }: ConsoleInput<'listFilterOptions'>,
): Promise<FilterOptions> {
  const options = await withLedgerRead(context, externalId, async (db, read): Promise<FilterOptions> => {
    const types = await db.execute<{ type: string }>(sql`
      select type from ${ledgerSums} where read_id = ${read.id} and type <> '' group by type order by type limit ${MAX_OPTIONS}`)
    const billables = await db.execute<{ key: string; name: string | null }>(sql`
      select billable as key, nullif(max(billable_name), '') as name from ${ledgerSums}
      where read_id = ${read.id} and billable <> '' group by billable order by name, key limit ${MAX_OPTIONS}`)
    const blocks = await db.execute<{ id: string; invoiceNumber: string | null }>(sql`
      select sums.block as id, max(named.invoice_number) as "invoiceNumber"
      from ${ledgerSums} as sums left join ${ledgerBlocks} as named using (read_id, block)
      where sums.read_id = ${read.id} and sums.block <> ''
      group by sums.block order by min(first_at) desc nulls last, sums.block limit ${MAX_OPTIONS}`)
    return {
      types: types.rows.map(({ type }) => type),
      billables: billables.rows,
      blocks: blocks.rows,
      pools: poolsOf(read),
    }
  })
  return options ?? { types: [], billables: [], blocks: [], pools: [] }
}
