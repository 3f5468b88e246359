import { stringifyExactJson, type JsonObject } from '@/contract/exact-json'
import { and, eq } from 'drizzle-orm'
import {
  findPositions,
  lockLedgers,
  readPlaces,
  renumberLedgers,
  updateInPlace,
  type LedgerEntry,
} from './ledger-places'
import { renumbering, type Stretch } from './ledger-span'
import type { DatabaseTransaction } from '@/database/open-database'
import { customerLedgers, transactions } from './schema'

/*
 * The entries of a customer's ledger have every sequence from first to last, in order of (createdAt, id), with ids
 * compared byte by byte. A change of sequences first locks the customer's row of customer_ledgers; several in id order.
 */

/**
 * Appends a new entry to its customer's ledger. Its `createdAt` is `now`, or a millisecond after the newest entry when
 * that is later, so that time never runs backwards within a ledger.
 * @param entry exact-parsed, as it will be returned, without the dates
 */
export async function appendTransaction(
  tx: DatabaseTransaction,
  merchantId: string,
  entry: JsonObject & { id: string; customerId: string },
  now: Date,
): Promise<{ sequence: number; createdAt: string }> {
  const { id, customerId } = entry
  const [ledger] = await lockLedgers(tx, merchantId, [customerId])
  if (!ledger) throw new Error(`The ledger of customer ${customerId} could not be locked`)
  const earliest = ledger.clock === null ? now.getTime() : Date.parse(ledger.clock) + 1
  const createdAt = new Date(Math.max(now.getTime(), earliest)).toISOString()
  const sequence = ledger.last + 1
  const document = stringifyExactJson({ ...entry, createdAt, updatedAt: createdAt })
  await tx
    .insert(transactions)
    .values({ merchantId, customerId, sequence, id, createdAt, updatedAt: createdAt, document })
  await tx
    .update(customerLedgers)
    .set({ lastSequence: sequence, clock: createdAt })
    .where(and(eq(customerLedgers.merchantId, merchantId), eq(customerLedgers.customerId, customerId)))
  return { sequence, createdAt }
}

/**
 * Writes imported entries, in any order and of any age, each to its place by (createdAt, id). A known id is updated, and
 * moves when its instant or customer changed; it stays when the stored entry is newer, unless `replace`. The caller has
 * the merchant's import turn (`take-import-turn.ts`), so that no other import moves entries meanwhile.
 * @param entries entries of this merchant, for any number of customers, each id once
 * @param options `onKept` is called with each entry that was ignored in favour of the stored one
 * @returns the number of stored entries that moved
 */
export async function placeTransactions(
  tx: DatabaseTransaction,
  merchantId: string,
  entries: readonly LedgerEntry[],
  { replace = false, onKept }: { replace?: boolean; onKept?: (entry: LedgerEntry) => void } = {},
): Promise<number> {
  if (entries.length === 0) return 0
  const places = await readPlaces(tx, entries)
  const isOlder = ({ id, updatedAt }: LedgerEntry) => {
    const stored = places.get(id)?.updatedAt
    return stored != null && updatedAt != null && updatedAt < stored
  }
  const given = replace ? entries : entries.filter((entry) => !isOlder(entry))
  if (!replace && onKept) entries.filter(isOlder).forEach(onKept)
  const { staying, changes } = groupByLedger(given, places)
  await updateInPlace(tx, staying)
  if (changes.size === 0) return 0

  const ledgers = await lockLedgers(tx, merchantId, [...changes.keys()])
  const edges = ledgers.flatMap(({ customerId, clock }) => {
    const arriving = (changes.get(customerId)?.arriving ?? []).toSorted(byPlace)
    const [oldest] = arriving
    const newest = arriving.at(-1)
    const isAppended = oldest && (clock === null || oldest.createdAt > clock)
    return oldest && newest && !isAppended ? [oldest, newest] : []
  })
  const positions = await findPositions(tx, edges, ledgers)
  const renumberings = ledgers.map((ledger) => {
    const { arriving, leaving } = changes.get(ledger.customerId) ?? NO_CHANGE
    const found = arriving.flatMap(({ id }) => positions.get(id) ?? [])
    if (arriving.length > 0 && found.length === 0) found.push(ledger.last + 1)
    const changed: Stretch = {
      low: Math.min(...found, ...leaving),
      high: Math.max(...found.map((position) => position - 1), ...leaving),
    }
    return { customerId: ledger.customerId, ...renumbering(ledger, changed, arriving.length - leaving.length) }
  })
  await renumberLedgers(
    tx,
    merchantId,
    renumberings,
    [...changes.values()].flatMap(({ arriving }) => arriving),
  )
  return renumberings.reduce((moved, { low, high }) => moved + Math.max(0, high - low + 1), 0)
}

/** Change of one ledger: arriving entries, and sequences of leaving ones. */
interface Change {
  arriving: LedgerEntry[]
  leaving: number[]
}
const NO_CHANGE: Change = { arriving: [], leaving: [] }

function groupByLedger(entries: readonly LedgerEntry[], places: Awaited<ReturnType<typeof readPlaces>>) {
  const staying: LedgerEntry[] = []
  const changes = new Map<string, Change>()
  const changeOf = (customerId: string) => {
    const change = changes.get(customerId) ?? { arriving: [], leaving: [] }
    changes.set(customerId, change)
    return change
  }
  for (const entry of entries) {
    const place = places.get(entry.id)
    if (place?.customerId === entry.customerId && place.createdAt === entry.createdAt) staying.push(entry)
    else {
      changeOf(entry.customerId).arriving.push(entry)
      if (place) changeOf(place.customerId).leaving.push(place.sequence)
    }
  }
  return { staying, changes }
}

/** Compares entries in ledger order. Buffers compare like PostgreSQL's "C" collation; JavaScript strings do not. */
function byPlace(a: LedgerEntry, b: LedgerEntry): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return Buffer.compare(Buffer.from(a.id), Buffer.from(b.id))
}
