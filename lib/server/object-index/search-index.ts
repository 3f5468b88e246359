import { and, desc, eq, inArray, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { type IndexedObject, MAX_NAMED } from '@/contract/console/indexed-objects'
import type { Session } from '@/database/on-connection'
import type { Database } from '@/database/open-database'
import { indexedInvoices, indexedLedgers, indexedLinks, indexedSubscriptions, nameKey } from '../store/index-schema'
import { linkId } from './indexed-rows'
import { DELETED_AT, subscriptionOfInvoice } from './listed-columns'

/** The most suggestions while typing. */
const MAX_SUGGESTED = 8
/** Sorts after every character. */
const LAST = '\u{10FFFF}'

/** A search of the index: what a column must hold, and which rows come first. */
interface Search {
  db: Database | Session
  source: string
  where: (column: AnyColumn, text: string) => SQL
  orderBy: (column: AnyColumn, seenAt: AnyColumn) => SQL
  most: number
}

/**
 * Returns the objects with this name, the ledgers of a customer ID first, then the newest response, one more than `MAX_NAMED` at most: an ID, a plan, an invoice number (`1042`, `#1042`,
 * `Invoice 1042`) or a customer ID of the billing API. Ignores the case of ASCII letters. The ledgers of a customer ID are found by
 * the exact ID only.
 */
export async function findNamed(db: Database, source: string, text: string): Promise<IndexedObject[]> {
  const search: Search = {
    db,
    source,
    where: (column, name) => sql`${nameKey(column)} = ${name}`,
    orderBy: (_, seenAt) => desc(seenAt),
    most: MAX_NAMED + 1,
  }
  const found = await searchAll(search, text)
  const ledgers = await ledgersOfCustomer(search, text.trim())
  const newestFirst = found
    .flat()
    .toSorted((one, other) => (one.asOf < other.asOf ? 1 : one.asOf > other.asOf ? -1 : 0))
  return distinct([...ledgers, ...newestFirst]).slice(0, search.most)
}

/**
 * Returns up to eight objects whose ID, plan, invoice number or customer ID begins with the text: the first of each in alphabetical
 * order, then the second of each, so that a plan of many subscriptions hides nothing.
 */
export async function suggestObjects(db: Database, source: string, text: string): Promise<IndexedObject[]> {
  const found = await searchAll({ db, source, where: beginsWith, orderBy: nameKey, most: MAX_SUGGESTED }, text)
  const inTurns = Array.from({ length: MAX_SUGGESTED }, (_, nth) => found.flatMap((objects) => objects[nth] ?? []))
  return distinct(inTurns.flat()).slice(0, MAX_SUGGESTED)
}

/** Returns the indexed objects among these, in any order. */
export async function findByIds(
  db: Database | Session,
  source: string,
  wanted: readonly Pick<IndexedObject, 'kind' | 'id'>[],
): Promise<IndexedObject[]> {
  const select = (kind: IndexedObject['kind']): Search => ({
    db,
    source,
    where: (column) =>
      inArray(
        column,
        wanted.filter((object) => object.kind === kind).map(({ id }) => id),
      ),
    orderBy: (_, seenAt) => desc(seenAt),
    most: wanted.length,
  })
  if (wanted.length === 0) return []
  // One after another, because a session runs one statement at a time.
  return [
    ...(await selectSubscriptions(select('subscription'), indexedSubscriptions.id, '')),
    ...(await selectInvoices(select('invoice'), indexedInvoices.id, '')),
    ...(await selectLedgers(select('customer'), indexedLedgers.id, '')),
  ]
}

/** A range instead of `like`, whose pattern an index can use only when it is known in advance. */
const beginsWith = (column: AnyColumn, start: string) =>
  sql`${nameKey(column)} >= ${start} and ${nameKey(column)} < ${start + LAST}`

/** Returns the text as the named columns are compared with it; `number` is compared with the numbers of invoices. */
export function searchedNames(text: string): { name: string; number: string } {
  const name = text.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return { name, number: name.replace(/^(?:invoice\s+)?#?/, '') || name }
}

/** Searches each named column by its own index, because one condition on all of them would read the whole source. */
function searchAll(search: Search, text: string): Promise<IndexedObject[][]> {
  const { name, number } = searchedNames(text)
  const { planName, id, customerId } = indexedSubscriptions
  return Promise.all([
    ...[planName, id, customerId].map((column) => selectSubscriptions(search, column, name)),
    ...[indexedInvoices.number, indexedInvoices.digits].map((column) => selectInvoices(search, column, number)),
    ...[indexedInvoices.id, indexedInvoices.customerId].map((column) => selectInvoices(search, column, name)),
    selectLedgers(search, indexedLedgers.id, name),
  ])
}

/** Returns the objects, each once. */
const distinct = (objects: readonly IndexedObject[]): IndexedObject[] => [
  ...new Map(objects.map((object) => [`${object.kind} ${object.id}`, object])).values(),
]

function selectSubscriptions({ db, source, where, orderBy, most }: Search, column: AnyColumn, text: string) {
  const { id, planName, status, currency, customerId, seenAt, goneAt } = indexedSubscriptions
  return db
    .select({
      kind: sql<'subscription'>`'subscription'`,
      id,
      name: planName,
      status,
      amount: sql<null>`null`,
      currency,
      customerId,
      asOf: seenAt,
      goneAt,
      deletedAt: DELETED_AT,
    })
    .from(indexedSubscriptions)
    .where(and(eq(indexedSubscriptions.source, source), where(column, text)))
    .orderBy(orderBy(column, seenAt))
    .limit(most)
}

function selectInvoices({ db, source, where, orderBy, most }: Search, column: AnyColumn, text: string) {
  const { id, number, status, total, customerId, subscriptionId, seenAt, goneAt } = indexedInvoices
  const subscription = subscriptionOfInvoice
  return db
    .select({
      kind: sql<'invoice'>`'invoice'`,
      id,
      name: number,
      status,
      amount: total,
      // Only its subscription names the currency of an invoice (section 2.5).
      currency: subscription.currency,
      customerId,
      asOf: seenAt,
      goneAt,
      deletedAt: NEVER,
    })
    .from(indexedInvoices)
    .leftJoin(subscription, and(eq(subscription.source, source), eq(subscription.id, subscriptionId)))
    .where(and(eq(indexedInvoices.source, source), where(column, text)))
    .orderBy(orderBy(column, seenAt))
    .limit(most)
}

/** Only subscriptions are deleted from here. */
const NEVER = sql<null>`null`
const LEDGER = {
  kind: sql<'customer'>`'customer'`,
  id: indexedLedgers.id,
  name: sql<null>`null`,
  status: sql<null>`null`,
  amount: sql<null>`null`,
  currency: sql<null>`null`,
  customerId: sql<null>`null`,
  asOf: indexedLedgers.seenAt,
  goneAt: indexedLedgers.goneAt,
  deletedAt: NEVER,
}

function selectLedgers({ db, source, where, orderBy, most }: Search, column: AnyColumn, text: string) {
  return db
    .select(LEDGER)
    .from(indexedLedgers)
    .where(and(eq(indexedLedgers.source, source), where(column, text)))
    .orderBy(orderBy(column, indexedLedgers.seenAt))
    .limit(most)
}

/** Returns the ledgers whose entries name a customer of the billing API. */
function ledgersOfCustomer({ db, source, most }: Search, customerId: string): Promise<IndexedObject[]> {
  return db
    .select(LEDGER)
    .from(indexedLinks)
    .innerJoin(indexedLedgers, and(eq(indexedLedgers.source, source), eq(indexedLedgers.id, indexedLinks.externalId)))
    .where(and(eq(indexedLinks.source, source), eq(indexedLinks.id, linkId('customer', customerId))))
    .orderBy(desc(indexedLedgers.seenAt))
    .limit(most)
}
