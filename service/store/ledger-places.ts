import { getTableColumns, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { readInstant } from '@/database/columns'
import type { DatabaseTransaction } from '@/database/open-database'
import { columnNames, recordset, sameRow, unnested } from '@/database/recordset'
import { customerLedgers, transactions } from './schema'

/** An entry without a sequence. */
export type LedgerEntry = Omit<typeof transactions.$inferInsert, 'sequence'>

const { sequence: _sequence, ...entryColumns } = getTableColumns(transactions)

/** Locks the ledgers of these customers in id order, and creates missing ones. */
export async function lockLedgers(tx: DatabaseTransaction, merchantId: string, customerIds: readonly string[]) {
  const columns = { merchantId: customerLedgers.merchantId, customerId: customerLedgers.customerId }
  const rows = customerIds.map((customerId) => ({ merchantId, customerId }))
  // Writes a value that is there already, because only a write locks rows on several shards.
  const { rows: ledgers } = await tx.execute(sql`
    insert into ${customerLedgers} as stored (${columnNames(columns)})
    select * from ${recordset(columns, rows)} as given order by customer_id
    on conflict (merchant_id, customer_id) do update set last_sequence = stored.last_sequence
    returning customer_id as "customerId", first_sequence as first, last_sequence as last, clock`)
  return z.array(LockedLedger).parse(ledgers)
}

const LockedLedger = z.object({
  customerId: z.string(),
  first: z.coerce.number(),
  last: z.coerce.number(),
  /** The newest entry's `createdAt`; null without entries. */
  clock: z.string().transform(readInstant).nullable(),
})

/** Maps each id to the current place of its entry; new entries are left out. */
export async function readPlaces(tx: DatabaseTransaction, entries: readonly LedgerEntry[]) {
  const { merchantId, id, customerId, sequence, createdAt, updatedAt } = transactions
  const places = await tx
    .select({ id, customerId, sequence, createdAt, updatedAt })
    .from(transactions)
    .innerJoin(...sameRow({ merchantId, id }, entries))
  return new Map(places.map((place) => [place.id, place]))
}

/** Updates the contents of entries and keeps their places. */
export async function updateInPlace(tx: DatabaseTransaction, entries: readonly LedgerEntry[]): Promise<void> {
  if (entries.length === 0) return
  const { merchantId: _m, id: _i, customerId: _c, createdAt: _at, ...details } = entryColumns
  const changes = Object.values(details).map(({ name }) => `"${name}" = given."${name}"`)
  await tx.execute(sql`
    update ${transactions} as entry set ${sql.raw(changes.join(', '))}
    from ${recordset(entryColumns, entries)} as given
    where entry.merchant_id = given.merchant_id and entry.id = given.id`)
}

/**
 * Maps each id to the sequence of the first stored entry that does not precede the given one; `last + 1` when all do.
 * Uses binary search, because a ledger has no gaps: a statement compares each entry with the middle of its range.
 * @param ledgers of all entries, locked
 */
export async function findPositions(
  tx: DatabaseTransaction,
  entries: readonly LedgerEntry[],
  ledgers: readonly z.infer<typeof LockedLedger>[],
): Promise<Map<string, number>> {
  const spans = new Map(ledgers.map((ledger) => [ledger.customerId, ledger]))
  const searches = entries.map((entry) => {
    const { first = 1, last = 0 } = spans.get(entry.customerId) ?? {}
    return { entry, low: first, high: last + 1 }
  })
  for (;;) {
    const open = searches.filter(({ low, high }) => low < high)
    if (open.length === 0) break
    const middles = open.map(({ entry, low, high }) => ({ ...entry, sequence: low + Math.floor((high - low) / 2) }))
    const precedes = await compareWithStored(tx, middles)
    for (const [index, search] of open.entries()) {
      const { sequence = search.low } = middles[index] ?? {}
      const comesBefore = precedes.get(search.entry.id)
      if (comesBefore === undefined)
        throw new TypeError(`the ledger of customer ${search.entry.customerId} has no entry ${sequence}`)
      if (comesBefore) search.low = sequence + 1
      else search.high = sequence
    }
  }
  return new Map(searches.map(({ entry, low }) => [entry.id, low]))
}

/** Maps the id of each given entry to whether the stored entry at its sequence precedes it. */
async function compareWithStored(
  tx: DatabaseTransaction,
  entries: readonly (LedgerEntry & { sequence: number })[],
): Promise<Map<string, boolean>> {
  const { merchantId, customerId, sequence, createdAt, id } = transactions
  const { rows } = await tx.execute<{ id: string; comesBefore: boolean }>(sql`
    select given.id, (entry.created_at, entry.id) < (given.created_at, given.id) as "comesBefore"
    from ${recordset({ merchantId, customerId, sequence, createdAt, id }, entries)} as given
    join ${transactions} as entry using (merchant_id, customer_id, sequence)`)
  return new Map(rows.map((row) => [row.id, row.comesBefore]))
}

/**
 * Removes a stretch of each ledger and inserts it again with the arriving entries, numbered from `start`. An arriving
 * entry replaces a removed one with the same id, also from another ledger.
 */
export async function renumberLedgers(
  tx: DatabaseTransaction,
  merchantId: string,
  ledgers: readonly (Renumbering & { customerId: string })[],
  arriving: readonly LedgerEntry[],
): Promise<void> {
  const moved = ledgers.filter(({ low, high }) => low <= high)
  // The window function sorts all rows before the first insert, so all of them are deleted by then.
  await tx.execute(sql`
    with arriving as materialized ${unnested(entryColumns, arriving)},
    taken_up as (
      delete from ${transactions} as entry using ${sequences(merchantId, moved, 'ledger')}
      where entry.merchant_id = ledger.merchant_id and entry.customer_id = ledger.customer_id
        and entry.sequence between ledger.low and ledger.high
      returning ${columnNames(entryColumns, 'entry')}
    ),
    laid_down as (
      select *, row_number() over (partition by customer_id order by created_at, id) - 1 as rank from (
        select * from arriving
        union all select * from taken_up where id not in (select id from arriving)
      ) as entries
    )
    insert into ${transactions} (${columnNames(entryColumns)}, sequence)
    select ${columnNames(entryColumns, 'laid_down')}, ledger.start + laid_down.rank
    from laid_down join ${sequences(merchantId, ledgers, 'ledger')} using (customer_id)`)
  await tx.execute(sql`
    update ${customerLedgers} as ledger set first_sequence = given.first, last_sequence = given.last, clock = (
      select created_at from ${transactions} as entry where entry.merchant_id = ledger.merchant_id
        and entry.customer_id = ledger.customer_id and entry.sequence = given.last)
    from ${sequences(merchantId, ledgers, 'given')}
    where ledger.merchant_id = given.merchant_id and ledger.customer_id = given.customer_id`)
}

function sequences(merchantId: string, ledgers: readonly (Renumbering & { customerId: string })[], alias: string): SQL {
  const rows = ledgers.map(({ customerId, ...numbers }) => ({
    merchant_id: merchantId,
    customer_id: customerId,
    ...numbers,
  }))
  const ids = 'merchant_id text collate "C", customer_id text collate "C"'
  const numbers = 'low bigint, high bigint, start bigint, first bigint, last bigint'
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as ${sql.raw(`${alias}(${ids}, ${numbers})`)}`
}

/** Sequences from `low` to `high`; empty when `high` is `low - 1`. */
export interface Stretch {
  low: number
  high: number
}

/** Removes the entries of the stretch and numbers them, with the arriving ones, from `start`. */
interface Renumbering extends Stretch {
  start: number
  /** First and last sequence of the ledger afterwards. */
  first: number
  last: number
}

/**
 * Plans a change of a ledger that keeps its sequences gapless. The side of the change with fewer entries moves, and the
 * other side keeps its sequences, so appending and prepending move nothing.
 * @param ledger first and last sequence
 * @param changed stretch in which entries leave or arrive
 * @param growth arriving entries minus leaving ones
 */
export function renumbering(ledger: { first: number; last: number }, changed: Stretch, growth: number): Renumbering {
  const { first, last } = ledger
  if (growth === 0) return { ...changed, start: changed.low, first, last }
  const above = last - changed.low
  const below = changed.high - first
  return above <= below
    ? { low: changed.low, high: last, start: changed.low, first, last: last + growth }
    : { low: first, high: changed.high, start: first - growth, first: first - growth, last }
}
