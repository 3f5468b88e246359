import { getTableColumns, sql, type InferInsertModel, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { DatabaseTransaction } from './open-database'

/** Columns by the names our rows give them, as Drizzle's `getTableColumns` does. */
export type Columns = Record<string, PgColumn>
type Row = Record<string, unknown>

/** Bounds the text of one statement: an invoice can have 20,000 line items. */
const ROWS_A_STATEMENT = 5_000

/** `"id", "created_at"`, of the given columns; with an alias `entry."id", entry."created_at"`. */
export function columnNames(columns: Columns, alias?: string): SQL {
  const prefix = alias === undefined ? '' : `${alias}.`
  return sql.raw(
    namesOf(columns)
      .map((name) => prefix + name)
      .join(', '),
  )
}

/**
 * A subquery of `rows` with the names and types of `columns`; a field a row lacks is null. However many rows there are,
 * they travel as one parameter: the statement stays the same and meets no limit on parameters.
 */
export function recordset(columns: Columns, rows: readonly Row[]): SQL {
  const list = Object.values(columns)
  const types = list.map((column) => `"${column.name}" ${column.getSQLType()}`)
  return sql`(select * from json_to_recordset(${driverJson(columns, rows)}::json) as sent(${sql.raw(types.join(', '))}))`
}

/**
 * A join with `rows` on all of `columns`, which name an index: `innerJoin(...sameRow(columns, rows))`. With the merchant
 * as a constant, PostgreSQL takes one it has no statistics of for small, and reads all it has for each batch.
 */
export function sameRow(columns: Columns, rows: readonly Row[]): [given: SQL, on: SQL] {
  const pairs = Object.values(columns).map((column) => sql`${column} = given.${sql.identifier(column.name)}`)
  return [sql`${recordset(columns, rows)} as given`, sql.join(pairs, sql` and `)]
}

/**
 * Inserts rows, or replaces those with the same primary key, which holds an id; no two rows may share one. Each
 * statement writes in key order, so that two writers of the same rows wait for each other and do not deadlock.
 * @param keep a condition on `stored` and `excluded`: a stored row for which it holds stays as it is
 * @returns the ids of the rows that were written
 */
export async function upsertRows<Table extends PgTable>(
  tx: DatabaseTransaction,
  table: Table,
  rows: readonly (InferInsertModel<Table> & Row)[],
  keep?: SQL,
): Promise<Set<string>> {
  const columns = getTableColumns(table)
  const key = namesOf(primaryKeyOf(table))
  const replaced = namesOf(columns)
    .filter((name) => !key.includes(name))
    .map((name) => `${name} = excluded.${name}`)
  const keyNames = sql.raw(key.join(', '))
  const unless = keep ? sql`where (${keep}) is not true` : sql``
  const written = new Set<string>()
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const some = rows.slice(from, from + ROWS_A_STATEMENT)
    const response = await tx.execute<{ id: string }>(sql`
      insert into ${table} as stored (${columnNames(columns)})
      select * from ${recordset(columns, some)} as given order by ${keyNames}
      on conflict (${keyNames}) do update set ${sql.raw(replaced.join(', '))} ${unless}
      returning stored.id`)
    for (const { id } of response.rows) written.add(id)
  }
  return written
}

function primaryKeyOf(table: PgTable): Columns {
  const { primaryKeys, columns, name } = getTableConfig(table)
  const key = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary)
  if (key.length === 0) throw new TypeError(`${name} has no primary key`)
  return Object.fromEntries(key.map((column) => [column.name, column]))
}

/** JSON text goes in as it is, and comes out of `json_to_recordset` as it went in. */
function driverJson(columns: Columns, rows: readonly Row[]): string {
  const fields = Object.entries(columns).map(([field, column]) => {
    const isJson = column.getSQLType() === 'json'
    const write = (value: unknown) => (isJson ? String(value) : JSON.stringify(column.mapToDriverValue(value)))
    return { field, name: JSON.stringify(column.name), write }
  })
  const objects = rows.map((row) => {
    const given = fields.filter(({ field }) => row[field] != null)
    return `{${given.map(({ field, name, write }) => `${name}:${write(row[field])}`).join(',')}}`
  })
  return `[${objects.join(',')}]`
}

const namesOf = (columns: Columns) => Object.values(columns).map(({ name }) => `"${name}"`)
