import { and, eq, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { DIFFERENCE_FIELDS, type Difference } from '../indexed-objects'
import { inTransaction } from '@/database/on-connection'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { isOneOf, recordset, sameRow, upsertRows } from '@/database/recordset'
import {
  indexedDifferences,
  indexedLinks,
  openedObjects,
  seenNames,
  seenObjects,
  seenWords,
} from '@/lib/store/index-schema'
import { isSamePrice } from '@/lib/subscriptions/pay-label'
import { type FencedWrite, forgottenWrites } from './forget-fence'
import { hasId } from './seen-objects'
import { linkedIds, linkId, type LinkRow, nameRows, type ObjectRow, wordRows } from './seen-rows'

/** An object that is written, or gone. */
type WrittenObject = Pick<ObjectRow, 'source' | 'kind' | 'id' | 'seenAt'>

/** A write: a row that replaces an older one, an update of an existing row, a ledger that is not in the index yet, or the instant of a 404. */
export type IndexWrite = FencedWrite &
  (
    | { into: 'object' | 'knownObject' | 'newObject'; row: ObjectRow }
    | { into: 'link'; row: LinkRow }
    | { into: 'gone'; row: WrittenObject }
  )

const TIMEOUT_MS = 10_000

/** Returns a key that is unique for the row that is written. */
export function keyOf(write: IndexWrite): string {
  if (write.into === 'link') return JSON.stringify(['link', write.row.externalId, write.row.id])
  return JSON.stringify([write.into === 'newObject' ? 'new' : '', objectKey(write.row)])
}

const objectKey = ({ kind, id }: Pick<ObjectRow, 'kind' | 'id'>) => `${kind} ${id}`

/** The response of a read that was sent before that of the stored row changes nothing. */
const STORED_IS_NEWER = sql`stored.seen_at > excluded.seen_at`
const IS_STORED = sql`true`

/**
 * Writes rows of distinct keys, of one source, in one transaction. Drops those of objects that were forgotten since they were read.
 * @returns the dropped writes
 * @throws errors of the store, or a TimeoutError after ten seconds
 */
export async function writeIndex(db: Database, all: readonly IndexWrite[]): Promise<IndexWrite[]> {
  return inTransaction({ db, signal: AbortSignal.timeout(TIMEOUT_MS) }, async (tx) => {
    const dropped = await forgottenWrites(tx, all)
    const writes = all.filter((write) => !dropped.includes(write))
    const objectsInto = (into: 'object' | 'knownObject' | 'newObject') =>
      writes.flatMap((write) => (write.into === into ? write.row : []))
    const gone = writes.flatMap((write) => (write.into === 'gone' ? write.row : []))
    const links = writes.flatMap((write) => (write.into === 'link' ? write.row : []))
    const objects = writes.flatMap((write) => (write.into === 'link' ? [] : write.row))
    const named = await unknownInvoices(tx, links)
    const stored = await lockStored(tx, [...objects, ...named])
    await writeObjects(tx, objectsInto('object'), stored)
    const known = objectsInto('knownObject').filter((row) => stored.has(objectKey(row)))
    await writeObjects(tx, known, stored)
    await upsertObjects(tx, objectsInto('newObject'), IS_STORED)
    await upsertRows(tx, indexedLinks, links, STORED_IS_NEWER)
    await unjudge(tx, named)
    for (const row of gone) {
      // Of an ID that is no object nothing is kept.
      if (!stored.has(objectKey(row))) await tx.delete(openedObjects).where(isOfObject(openedObjects, row))
      await tx
        .update(seenObjects)
        .set({ goneAt: row.seenAt, judgedAt: null })
        .where(and(isOfObject(seenObjects, row), lt(seenObjects.seenAt, row.seenAt), isNull(seenObjects.goneAt)))
    }
    return dropped
  })
}

const isOfObject = ({ source, kind, id }: typeof seenObjects | typeof openedObjects, row: WrittenObject) =>
  and(eq(source, row.source), eq(kind, row.kind), eq(id, row.id))

/** Returns the invoices that are named by these links, and by no stored one of the same ledger. */
async function unknownInvoices(tx: DatabaseTransaction, links: readonly LinkRow[]): Promise<WrittenObject[]> {
  const ofInvoices = links.filter(({ id }) => id.startsWith(linkId('invoice', '')))
  if (ofInvoices.length === 0) return []
  const { source, externalId, id } = indexedLinks
  const [given, isSame] = sameRow({ source, externalId, id }, ofInvoices)
  const stored = await tx.select({ externalId, id }).from(indexedLinks).innerJoin(given, isSame)
  const known = new Set(stored.map((link) => JSON.stringify([link.externalId, link.id])))
  return ofInvoices
    .filter((link) => !known.has(JSON.stringify([link.externalId, link.id])))
    .flatMap((link) => linkedIds('invoice', [link]).map((named) => ({ ...link, kind: 'invoice' as const, id: named })))
}

/** Has invoices judged again (`judge-invoices.ts`). They are locked. */
export async function unjudge(
  tx: DatabaseTransaction,
  invoices: readonly Pick<WrittenObject, 'source' | 'id'>[],
): Promise<void> {
  const [first] = invoices
  if (!first) return
  const { source, kind, id } = seenObjects
  const ids = invoices.map((invoice) => invoice.id)
  await tx
    .update(seenObjects)
    .set({ judgedAt: null })
    .where(and(eq(source, first.source), isOneOf(id, ids), eq(kind, 'invoice')))
}

/** Returns the stored objects, locked in one order, so that two consoles wait for each other instead of a deadlock. */
async function lockStored(tx: DatabaseTransaction, rows: readonly WrittenObject[]): Promise<Map<string, ObjectRow>> {
  const [first] = rows
  if (!first) return new Map()
  const { source, kind, id } = seenObjects
  const stored = await tx
    .select()
    .from(seenObjects)
    .where(and(eq(source, first.source), hasId(rows.map((row) => row.id))))
    .orderBy(kind, id)
    .for('update')
  return new Map(stored.map((row) => [objectKey(row), row]))
}

/** Writes newer rows in place of older ones, with what differs. @param stored by their keys; is brought up to date */
async function writeObjects(
  tx: DatabaseTransaction,
  rows: readonly ObjectRow[],
  stored: Map<string, ObjectRow>,
): Promise<void> {
  const newer = rows.filter((row) => (stored.get(objectKey(row))?.seenAt ?? '') <= row.seenAt)
  await writeDifferences(tx, newer, stored)
  await upsertObjects(tx, newer, STORED_IS_NEWER)
  await deleteOldNames(tx, newer)
  for (const row of newer) stored.set(objectKey(row), row)
}

/** Deletes the names and words that the newest response does not have: they are older than it. */
async function deleteOldNames(tx: DatabaseTransaction, rows: readonly ObjectRow[]): Promise<void> {
  if (rows.length === 0) return
  for (const table of [seenNames, seenWords]) {
    const { source, kind, id, seenAt } = table
    await tx.execute(sql`
      delete from ${table} using ${recordset({ source, kind, id, seenAt }, rows)} as given
      where ${source} = given.source and ${kind} = given.kind and ${id} = given.id and ${seenAt} < given.seen_at`)
  }
}

async function upsertObjects(tx: DatabaseTransaction, rows: readonly ObjectRow[], keep: SQL): Promise<void> {
  await upsertRows(tx, seenObjects, rows, keep)
  await upsertRows(tx, seenNames, rows.flatMap(nameRows), keep)
  await upsertRows(tx, seenWords, rows.flatMap(wordRows), keep)
}

/** A missing date is a value: no end, no due day. Another value that becomes known has not changed. */
const DATES: ReadonlySet<string> = new Set(['endDate', 'dueDate'] satisfies Difference['field'][])

/**
 * Keeps the fields in which the new rows differ from the stored ones. These are locked, so that two consoles note a difference once.
 * A row older than the stored one is ignored.
 */
async function writeDifferences(
  tx: DatabaseTransaction,
  rows: readonly ObjectRow[],
  stored: ReadonlyMap<string, ObjectRow>,
): Promise<void> {
  const differences = rows.flatMap((row) => {
    const before = stored.get(objectKey(row))
    const { source, kind, id, seenAt } = row
    if (kind === 'customer' || !before || before.seenAt >= seenAt) return []
    const about = { source, kind, id, beforeAt: before.seenAt, seenAt }
    return changedFields(fieldsOf(before), fieldsOf(row)).map((change) => ({ ...about, ...change }))
  })
  if (differences.length > 0) await tx.insert(indexedDifferences).values(differences).onConflictDoNothing()
}

type Fields = Partial<Record<Difference['field'], string | null | undefined>>

const fieldsOf = ({ kind, status, name, at, row: { pays, total } }: ObjectRow): Fields =>
  kind === 'subscription' ? { status, endDate: at, plan: name, price: pays } : { status, total, dueDate: at }

function changedFields(before: Fields, after: Fields) {
  return DIFFERENCE_FIELDS.flatMap((field) => {
    const [was, is] = [before[field] ?? null, after[field] ?? null]
    const isKnown = DATES.has(field) || (was !== null && is !== null)
    const isSame = was === is || (field === 'price' && was !== null && is !== null && isSamePrice(was, is))
    return !isSame && isKnown ? [{ field, before: was, after: is }] : []
  })
}
