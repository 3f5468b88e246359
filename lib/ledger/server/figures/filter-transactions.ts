import { and, sql, type SQL } from 'drizzle-orm'
import { MAX_PAGE_SIZE, MAX_PAGE } from '@/contract/billing/limits'
import type { TransactionView } from '../../transaction'
import type { FilteredTransactions } from '../../whole-ledger'
import type { Session } from '@/database/on-connection'
import { ledgerBlocks, ledgerPages, ledgerSums } from '@/lib/store/ledger-schema'
import { listTransactions } from '../list-transactions'
import type { LedgerReadRow } from '../read/stored-reads'
import { poolsOf } from '../read/get-ledger-read'
import { keyText } from '../read/write-checkpoint'
import { plain, withLedgerRead } from './stored-sums'
import { ledgerPath } from '@/lib/core/paths'
import { CustomerInput } from '@/lib/core/server/input'
import { z } from 'zod'
import { matchesFilter, type TransactionFilter, TransactionFilters } from '../transaction-filters'
import { operation } from '@/lib/core/server/operation'

type Filter = TransactionFilter & { beforePage?: number | undefined }

const MAX_RESULTS = 100
/** A response reads up to so many pages, or for so long, and then says where to go on. */
const MAX_PAGES = 20
const MAX_MS = 3_000

/**
 * Returns the newest entries of a whole ledger that match a filter, up to 100 and the rest of their page. Only pages whose days hold
 * matches are read from the billing API, from the newest back. Empty when the ledger was never read.
 * @throws ProblemError as `listTransactions`, and `store_unavailable`
 */
export const filterTransactions = operation('filterTransactions', {
  input: TransactionFilters.extend({
    beforePage: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_PAGE)
      .describe('`nextBeforePage` of the response before')
      .optional(),
  }),
  describe:
    'The entries of a ledger that was read, up to its `asOf`, that match the filters: the newest first, in parts. While `nextBeforePage` is not null there are more to search.',
  tool: { page: ({ externalId = '', ...filters }) => ledgerPath(externalId, filters), rows: 'results', from: 'ledger' },
  async run(context, { externalId, ...filter }): Promise<FilteredTransactions> {
    const read = await withLedgerRead(context, externalId, async (db, shown) => ({
      pages: await selectPages(db, shown, filter),
      sums: await selectSums(db, shown, filter),
      isComplete: shown.completedAt !== null,
      asOf: shown.asOf,
    }))
    const { pages, ...found } = read ?? { pages: [], sums: null, isComplete: false, asOf: null }
    const endsAtMs = performance.now() + MAX_MS
    const results: TransactionView[] = []
    let pagesRead = 0
    for (const page of pages) {
      if (pagesRead > 0 && (results.length >= MAX_RESULTS || pagesRead >= MAX_PAGES || performance.now() > endsAtMs))
        break
      const { results: rows } = await listTransactions.run(context, {
        externalId,
        page,
        pageSize: MAX_PAGE_SIZE,
        order: 'asc',
      })
      results.push(...rows.filter((row) => matchesFilter(row, filter)).toReversed())
      pagesRead += 1
    }
    const pagesLeft = pages.length - pagesRead
    const last = pages[pagesRead - 1]
    return { ...found, results, pagesRead, pagesLeft, nextBeforePage: pagesLeft > 0 ? (last ?? null) : null }
  },
})

/** Returns the pages whose days hold matches, as far as the sums can tell; the newest first. */
async function selectPages(db: Session, read: LedgerReadRow, filter: Filter): Promise<number[]> {
  const isOlder = filter.beforePage === undefined ? sql`true` : sql`page < ${filter.beforePage}`
  const { rows } = await db.execute<{ page: number }>(sql`
    with days as (select distinct day from ${ledgerSums} as sums where ${sumsThatMatch(read, filter)})
    select page from ${ledgerPages} as pages
    where read_id = ${read.id} and ${isOlder} and (first_at is null or exists (select from days where day = ''
      or day between substr(first_at::text, 1, 10) and substr(last_at::text, 1, 10)))
    order by page desc`)
  return rows.map(({ page }) => page)
}

/** Returns what all matches add up to, by pool; null when sums of days cannot tell it. */
async function selectSums(db: Session, read: LedgerReadRow, filter: Filter): Promise<FilteredTransactions['sums']> {
  const hasAmountsOrIds = [filter.amountFrom, filter.amountTo, filter.idContains].some((value) => value !== undefined)
  if (read.completedAt === null || hasAmountsOrIds) return null
  const { rows } = await db.execute<{ pool: string; entries: number; amount: string }>(sql`
    select pool, sum(entries)::integer as entries, ${plain(sql`sum(amount)`)} as amount
    from ${ledgerSums} as sums where ${sumsThatMatch(read, filter)} group by pool`)
  return poolsOf(read).flatMap((pool) => rows.filter((row) => row.pool === pool.key).map((sum) => ({ ...sum, pool })))
}

/** The condition for sums, as `sums`, of entries that may match. */
const sumsThatMatch = (read: LedgerReadRow, { type, billable, block, pool, from, to }: Filter): SQL | undefined =>
  and(
    sql`sums.read_id = ${read.id}`,
    type === undefined ? undefined : sql`sums.type = ${keyText(type)}`,
    billable === undefined ? undefined : sql`sums.billable = ${keyText(billable)}`,
    block === undefined ? undefined : sql`sums.block = ${keyText(block)}`,
    pool === undefined ? undefined : sql`sums.pool = ${pool}`,
    from === undefined ? undefined : sql`sums.day >= ${from}`,
    to === undefined ? undefined : sql`sums.day <= ${to} and sums.day <> ''`,
  )

const MAX_OPTIONS = 200

/** Returns the types, billables, blocks and pools of a ledger's entries, up to 200 of each; none before it was read. */
export const listFilterOptions = operation('listFilterOptions', {
  input: CustomerInput,
  describe: 'The types, billables, blocks and pools that a ledger’s entries name.',
  async run(context, { externalId }) {
    const options = await withLedgerRead(context, externalId, async (db, read) => {
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
  },
})
