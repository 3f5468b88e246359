import {
  findPositions,
  type LedgerEntry,
  lockLedgers,
  readPlaces,
  renumbering,
  renumberLedgers,
  type Stretch,
  updateInPlace,
} from './ledger-places'
import type { DatabaseTransaction } from '@/database/open-database'

/*
 * The entries of a customer's ledger have every sequence from first to last, in order of (createdAt, id), with ids
 * compared byte by byte. A change of sequences first locks the customer's row of customer_ledgers; several in id order.
 */

/**
 * Writes imported entries, in any order and of any age, each to its place by (createdAt, id). A known id is updated, and
 * moves when its instant or customer changed; it stays when the stored entry is newer, unless `replace`. The caller has
 * the merchant's import turn (`data/write-batch.ts`), so that no other import moves entries meanwhile.
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
  const arriving = [...changes.values()].flatMap((change) => change.arriving)
  await renumberLedgers(tx, merchantId, renumberings, arriving)
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
