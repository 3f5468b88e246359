import { sql, type SQL } from 'drizzle-orm'
import { type IndexedObject, MAX_NAMED } from '../indexed-objects'
import type { Session } from '@/database/on-connection'
import type { Database } from '@/database/open-database'
import { oneEditVariants } from '@/lib/find/one-edit-variants'
import { seenNames, seenWords } from '@/lib/store/index-schema'
import { ledgersOfCustomer } from './customer-links'
import { foundObject, seenByIds } from './seen-objects'
import { nameKey, nameWords } from './seen-rows'

/** The most suggestions while typing, and the most similar objects. */
const MAX_SUGGESTED = 8
/** The most objects whose name is misspelled. */
const MAX_SIMILAR = 3
/** Sorts after every character. */
const LAST = '\u{10FFFF}'

/** What objects are found by. Each is searched by itself, because one condition on all of them would read the whole source. */
const SEARCHED = sql.raw(`(values
  (1, 'subscription', 'name', false), (2, 'subscription', 'id', false), (3, 'subscription', 'customer', false),
  (4, 'invoice', 'name', true), (5, 'invoice', 'digits', true), (6, 'invoice', 'id', false), (7, 'invoice', 'customer', false),
  (8, 'customer', 'id', false)) as searched (nth, kind, field, is_number)`)

/**
 * Returns the objects with this name, the newest response first, one more than `MAX_NAMED` at most: an ID, a plan, an invoice number
 * (`1042`, `#1042`, `Invoice 1042`) or a customer ID of the billing API, whose customer is first. Ignores the case of ASCII letters.
 */
export async function findNamed(db: Database | Session, source: string, text: string): Promise<IndexedObject[]> {
  const most = MAX_NAMED + 1
  const found = await searchNames(db, source, text, {
    isFound: sql`${seenNames.key} = typed.text`,
    orderBy: sql`${seenNames.seenAt} desc`,
    most,
    inOrder: sql`found.seen_at desc, searched.nth`,
  })
  const objects = await objectsOf(db, source, found, most)
  return eachOnce([...(await apiCustomer(db, source, text.trim(), objects)), ...objects]).slice(0, most)
}

/**
 * Returns the customer with this ID of the billing API: the ledger that belongs to it, or the customer itself when none or several do.
 * Returns nothing when the index knows no object of it. An ID in another case counts only when it is the only one known.
 */
async function apiCustomer(
  db: Database | Session,
  source: string,
  typed: string,
  found: readonly IndexedObject[],
): Promise<IndexedObject[]> {
  const owned = found.filter(({ customerId }) => customerId !== null && nameKey(customerId) === nameKey(typed))
  const [known, ...others] = new Set(owned.map(({ customerId }) => customerId))
  const customerId = known != null && others.length === 0 ? known : typed
  const { externalIds } = await ledgersOfCustomer(db, source, customerId)
  const ledgers = await objectsOf(db, source, externalIds.map(ledgerOf), MAX_NAMED)
  const [ledger, ...more] = ledgers.filter(({ goneAt }) => goneAt === null)
  if (ledger && more.length === 0) return [{ ...ledger, customerId }]
  const [newest] = [...ledgers, ...owned.filter((object) => object.customerId === customerId)]
  return newest
    ? [{ ...NO_FIELDS, kind: 'customer', id: customerId, customerId, asOf: newest.asOf, isApiCustomer: true }]
    : []
}

const ledgerOf = (id: string): NamedObject => ({ kind: 'customer', id })
const NO_FIELDS = { name: null, status: null, amount: null, currency: null, date: null, goneAt: null, deletedAt: null }

/**
 * Returns up to eight objects whose ID, plan, invoice number or customer ID begins with the text: the first of each in alphabetical
 * order, then the second of each, so that a plan of many subscriptions hides nothing. Then objects with all words of the text.
 */
export async function suggestObjects(db: Database | Session, source: string, text: string): Promise<IndexedObject[]> {
  const found = await searchNames(db, source, text, {
    // A range instead of `like`, whose pattern an index can use only when it is known in advance.
    isFound: sql`${seenNames.key} >= typed.text and ${seenNames.key} < typed.text || ${LAST}`,
    orderBy: sql`${seenNames.key}`,
    most: MAX_SUGGESTED,
    inOrder: sql`row_number() over (partition by searched.nth order by found.key), searched.nth`,
  })
  const withPart = found.length < MAX_SUGGESTED ? await searchWords(db, source, text) : []
  return objectsOf(db, source, [...found, ...withPart], MAX_SUGGESTED)
}

/**
 * Returns at most eight objects with similar names: first those that have the words of the text, then at most three whose ID, plan,
 * invoice number or customer ID differs by one character. The newest response is first.
 */
export async function findSimilar(db: Database | Session, source: string, text: string): Promise<IndexedObject[]> {
  const withPart = await objectsOf(db, source, await searchWords(db, source, text), MAX_SUGGESTED)
  const names = await similarNames(db, source, text)
  const found = (await Promise.all(names.map((name) => findNamed(db, source, name)))).flat()
  const newest = found.toSorted((one, other) => (one.asOf === other.asOf ? 0 : one.asOf < other.asOf ? 1 : -1))
  const misspelled = eachOnce(newest).slice(0, MAX_SIMILAR)
  return eachOnce([...withPart, ...misspelled]).slice(0, MAX_SUGGESTED)
}

/** Returns the objects, each once. */
const eachOnce = (objects: readonly IndexedObject[]) => [
  ...new Map(objects.map((object) => [`${object.kind} ${object.id}`, object])).values(),
]

/** The most words of a text that are compared. */
const MAX_WORDS = 4
/** The most rows that are read for a frequent word. */
const MAX_READ = 1_000
/** A word of Latin letters or digits needs three of them, or it would match too much. */
const SEARCHABLE = /^[a-z0-9]{3}|[^a-z0-9]/u

/**
 * Returns the objects with all words of the text, the newest response first. A word also matches longer words that begin with it; a
 * number matches only itself, because every number begins others.
 */
async function searchWords(db: Database | Session, source: string, text: string): Promise<NamedObject[]> {
  const [longest, ...others] = nameWords(text)
    .slice(0, MAX_WORDS)
    .toSorted((one, other) => other.length - one.length)
  if (longest === undefined || !SEARCHABLE.test(longest)) return []
  const hasOther = (word: string) => sql`and exists (
    select from ${seenWords} as other
    where other.id = found.id and other.source = ${source} and other.kind = found.kind and ${beginsWith(word, sql`other.word`)})`
  const { rows } = await db.execute<NamedObject & Record<string, unknown>>(sql`
    select found.kind, found.id from (
      select kind, id, seen_at from ${seenWords}
      where source = ${source} and ${beginsWith(longest, sql`word`)}
      order by word limit ${MAX_READ}) as found
    where true ${sql.join(others.map(hasOther), sql` `)}
    group by found.kind, found.id order by max(found.seen_at) desc limit ${MAX_SUGGESTED}`)
  return rows
}

/** Matches words that begin with this one; for a number, only the number. */
function beginsWith(word: string, column: SQL): SQL {
  const last = /^\d+$/.test(word) ? word : word + LAST
  return sql`${column} >= ${word}::text collate "C" and ${column} <= ${last}::text collate "C"`
}

type NamedObject = Pick<IndexedObject, 'kind' | 'id'>

/** The first objects of each name that is searched (`SEARCHED`), and their order. */
interface NameSearch {
  isFound: SQL
  orderBy: SQL
  most: number
  inOrder: SQL
}

async function searchNames(
  db: Database | Session,
  source: string,
  text: string,
  { isFound, orderBy, most, inOrder }: NameSearch,
): Promise<NamedObject[]> {
  const { name, number } = searchedNames(text)
  const { rows } = await db.execute<NamedObject & Record<string, unknown>>(sql`
    select searched.kind, found.id from ${SEARCHED}
    cross join lateral (select case when is_number then ${number} else ${name} end collate "C" as text) as typed
    cross join lateral (
      select id, key, seen_at from ${seenNames}
      where source = ${source} and kind = searched.kind and field = searched.field and ${isFound}
      order by ${orderBy} limit ${most}) as found
    order by ${inOrder}`)
  return rows
}

/** Returns the text as names are compared with it; `number` is compared with the numbers of invoices. */
function searchedNames(text: string): { name: string; number: string } {
  const name = nameKey(text.trim())
  return { name, number: name.replace(/^(?:invoice\s+)?#?/, '') || name }
}

/** Returns the first of these objects, each once. */
async function objectsOf(
  db: Database | Session,
  source: string,
  found: readonly NamedObject[],
  most: number,
): Promise<IndexedObject[]> {
  const distinct = new Map(found.map(({ kind, id }) => [`${kind} ${id}`, { kind, id }]))
  return (await seenByIds(db, source, [...distinct.values()].slice(0, most))).map(foundObject)
}

/**
 * Returns the names of the index that differ by one character, at most three: those with the newest responses. Looks each variant up
 * by itself; the range and its order make every plan use the index of names.
 */
async function similarNames(db: Database | Session, source: string, text: string): Promise<string[]> {
  const { name, number } = searchedNames(text)
  const { key, seenAt } = seenNames
  const { rows } = await db.execute<{ name: string }>(sql`
    select variant.name from ${SEARCHED}
    join (select ${variantsOf(name)}, false union all select ${variantsOf(number)}, true) as variant (name, is_number)
      using (is_number)
    cross join lateral (
      select seen_at from ${seenNames}
      where source = ${source} and kind = searched.kind and field = searched.field
        and ${key} >= variant.name and ${key} <= variant.name
      order by ${key} desc, ${seenAt} desc limit 1) as newest
    group by variant.name order by max(newest.seen_at) desc limit ${MAX_SIMILAR}`)
  return rows.map((row) => row.name)
}

const variantsOf = (name: string) => sql`unnest(${sql.param(oneEditVariants(name))}::text[])`
