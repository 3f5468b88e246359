import { desc, sql, type AnyColumn } from 'drizzle-orm'
import type { IndexedObject } from '@/contract/console/indexed-objects'
import type { Database } from '@/database/open-database'
import { oneEditVariants } from '../../domain/find/one-edit-variants'
import { indexedInvoices, indexedLedgers, indexedSubscriptions, nameKey } from '../store/index-schema'
import { findNamed, searchedNames } from './search-index'

const MAX_SIMILAR = 3

/** Returns at most three objects whose ID, plan, invoice number or customer ID differs by one character, newest response first. */
export async function findSimilar(db: Database, source: string, text: string): Promise<IndexedObject[]> {
  const names = await similarNames(db, source, text)
  const found = await Promise.all(names.map((name) => findNamed(db, source, name)))
  const objects = new Map(found.flat().map((object) => [`${object.kind} ${object.id}`, object]))
  return [...objects.values()].toSorted((one, other) => (one.asOf < other.asOf ? 1 : -1)).slice(0, MAX_SIMILAR)
}

/** Returns the names of the index that differ by one character, at most three: those with the newest responses. */
async function similarNames(db: Database, source: string, text: string): Promise<string[]> {
  const { name, number } = searchedNames(text)
  const { planName, id, customerId } = indexedSubscriptions
  const invoices = indexedInvoices
  const found = await Promise.all([
    ...[planName, id, customerId].map((column) =>
      selectNewest(db, { table: indexedSubscriptions, column }, source, name),
    ),
    ...[invoices.id, invoices.customerId].map((column) => selectNewest(db, { table: invoices, column }, source, name)),
    ...[invoices.number, invoices.digits].map((column) =>
      selectNewest(db, { table: invoices, column }, source, number),
    ),
    selectNewest(db, { table: indexedLedgers, column: indexedLedgers.id }, source, name),
  ])
  const newestFirst = found.flat().toSorted((one, other) => (one.seenAt < other.seenAt ? 1 : -1))
  return [...new Set(newestFirst.map((each) => each.name))].slice(0, MAX_SIMILAR)
}

interface NamedColumn {
  table: typeof indexedSubscriptions | typeof indexedInvoices | typeof indexedLedgers
  column: AnyColumn
}

/**
 * Returns the variants of a name that a column has, and the newest response of each. Looks each variant up by itself; the range and its
 * order make every plan use the column's index, whose names are followed by their responses.
 */
function selectNewest(db: Database, { table, column }: NamedColumn, source: string, name: string) {
  const variants = oneEditVariants(name)
  if (variants.length === 0) return []
  const key = nameKey(column)
  const newest = db
    .select({ seenAt: table.seenAt })
    .from(table)
    .where(sql`${table.source} = ${source} and ${key} >= variant.name and ${key} <= variant.name`)
    .orderBy(desc(key), desc(table.seenAt))
    .limit(1)
    .as('newest')
  return db
    .select({ name: sql<string>`variant.name`, seenAt: newest.seenAt })
    .from(sql`unnest(${sql.param(variants)}::text[]) as variant (name)`)
    .crossJoinLateral(newest)
    .orderBy(desc(newest.seenAt))
    .limit(MAX_SIMILAR)
}
