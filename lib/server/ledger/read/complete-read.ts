import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '@/database/open-database'
import { ledgerDays, ledgerReads, ledgerSums } from '../../store/ledger-schema'
import { isOfLedger, type LedgerReadRow } from './claim-read'

const MAX_CHANGED_DAYS = 100

/**
 * Ends a complete read: notes the days whose sums or balances differ from the complete read before it, and deletes the older reads.
 * Days after the end of the older read are new, not changed.
 */
export async function completeRead(db: Database, read: LedgerReadRow): Promise<LedgerReadRow> {
  return db.transaction(async (tx) => {
    const isOlder = and(isOfLedger(read), lt(ledgerReads.generation, read.generation))
    const older = await tx.select().from(ledgerReads).where(isOlder)
    const before = older.filter(({ completedAt }) => completedAt !== null).at(-1)
    const changedDays = before ? await selectChangedDays(tx, before, read) : null
    const [row] = await tx
      .update(ledgerReads)
      .set({ changedDays: before ? JSON.stringify(changedDays) : read.changedDays })
      .where(eq(ledgerReads.id, read.id))
      .returning()
    await tx.delete(ledgerReads).where(isOlder)
    return row ?? read
  })
}

async function selectChangedDays(
  tx: Pick<Database, 'execute'>,
  before: LedgerReadRow,
  after: LedgerReadRow,
): Promise<string[]> {
  const unit = before.isByMonth || after.isByMonth ? sql`substr(day, 1, 7) || '-01'` : sql`day`
  const sumsOf = ({ id }: LedgerReadRow) => sql`
    select ${unit} as day, pool, type, billable, block, sum(entries) as entries, sum(amount) as amount
    from ${ledgerSums} where read_id = ${id} group by 1, 2, 3, 4, 5`
  const { rows } = await tx.execute<{ day: string }>(sql`
    with old as (${sumsOf(before)}), new as (${sumsOf(after)}), old_days as (${closingsOf(before)}),
      new_days as (${closingsOf(after)}), last as (select max(day) as day from old)
    select distinct day from (
      (select day from (table old except table new) as gone where day < (select day from last))
      union all (select day from (table new except table old) as added where day < (select day from last))
      union all (select day from (table old_days except table new_days) as moved where day < (select day from last))
    ) as changed order by day limit ${MAX_CHANGED_DAYS}`)
  return rows.map(({ day }) => day)
}

const closingsOf = ({ id }: LedgerReadRow) => sql`select day, pool, closing from ${ledgerDays} where read_id = ${id}`
