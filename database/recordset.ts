import { getTableColumns, sql, type InferInsertModel, type SQL } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { DatabaseTransaction } from './open-database'

/** Columns by their field names, as from Drizzle's `getTableColumns`. */
export type Columns = Record<string, PgColumn>
type Row = Record<string, unknown>

/** Limits the size of one statement, because an invoice can have 20,000 line items. */
const ROWS_A_STATEMENT = 5_000

/** Returns `"id", "created_at"` for the given columns, or `entry."id", entry."created_at"` with an alias. */
export function columnNames(columns: Columns, alias?: string): SQL {
  const prefix = alias === undefined ? '' : `${alias}.`
  const names = namesOf(columns).map((name) => prefix + name)
  return sql.raw(names.join(', '))
}

/**
 * Returns a subquery of `rows` with the names and types of `columns`; missing fields are null. All rows are one
 * parameter, so the statement is always the same and needs few parameters.
 */
export function recordset(columns: Columns, rows: readonly Row[]): SQL {
  const list = Object.values(columns)
  const types = list.map((column) => `"${column.name}" ${column.getSQLType()}`)
  return sql`(select * from json_to_recordset(${driverJson(columns, rows)}::json) as sent(${sql.raw(types.join(', '))}))`
}

/** Between the values of a list, and in place of null: no JSON text has them, and hardly an ID. */
const [NEXT, NULL] = ['\u001F', '\u001E'] as const

/**
 * Like `recordset` in a third of the time: one list of texts a column. Not for joins with a table, because PostgreSQL knows the number of
 * rows here: with many and without statistics, it would read the whole table.
 */
export function unnested(columns: Columns, rows: readonly Row[]): SQL {
  // A list of one empty text would be an empty list.
  let isPlain = rows.length > 1
  const textOf = (column: PgColumn, value: unknown) => {
    if (value == null) return NULL
    const text = String(column.mapToDriverValue(value))
    if (text.includes(NEXT) || text.includes(NULL)) isPlain = false
    return text
  }
  const lists = Object.entries(columns).map(([field, column]) => rows.map((row) => textOf(column, row[field])))
  if (!isPlain) return recordset(columns, rows)
  const list = Object.values(columns)
  const types = list.map((column) => `sent."${column.name}"::${column.getSQLType()} as "${column.name}"`)
  const arrays = lists.map((texts) => sql`string_to_array(${texts.join(NEXT)}, chr(31), chr(30))`)
  return sql`(select ${sql.raw(types.join(', '))} from unnest(${sql.join(arrays, sql`, `)}) as sent(${columnNames(columns)}))`
}

/**
 * Returns a join with `rows` on all of `columns`, which form an index: `innerJoin(...sameRow(columns, rows))`. With the
 * merchant as a constant, PostgreSQL would assume a small merchant without statistics and read all its rows.
 */
export function sameRow(columns: Columns, rows: readonly Row[]): [given: SQL, on: SQL] {
  const pairs = Object.values(columns).map((column) => sql`${column} = given.${sql.identifier(column.name)}`)
  return [sql`${recordset(columns, rows)} as given`, sql.join(pairs, sql` and `)]
}

/** Returns the condition that a text column has one of these values. The statement is the same for any number of them. */
export const isOneOf = (column: PgColumn, values: Iterable<string>): SQL =>
  sql`${column} = any(${sql.param([...values])}::text[])`

/**
 * Inserts rows or replaces those with the same primary key; `rows` must have distinct keys. Each statement writes in key
 * order, so that parallel writers wait for each other instead of a deadlock.
 * @param keep a condition on `stored` and `excluded`: stored rows that match it stay unchanged
 * @returns the ids of the written rows
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
  const update = sql`update set ${sql.raw(replaced.join(', '))} ${keep ? sql`where (${keep}) is not true` : sql``}`
  // A row that is nothing but its key has nothing to replace.
  const onConflict = replaced.length === 0 ? sql`nothing` : update
  const written = new Set<string>()
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const some = rows.slice(from, from + ROWS_A_STATEMENT)
    const response = await tx.execute<{ id: string }>(sql`
      insert into ${table} as stored (${columnNames(columns)})
      select * from ${unnested(columns, some)} as given order by ${keyNames}
      on conflict (${keyNames}) do ${onConflict}
      returning stored.id`)
    for (const { id } of response.rows) written.add(id)
  }
  return written
}

/** Returns the columns of a table's primary key. */
export function primaryKeyOf(table: PgTable): Columns {
  const { primaryKeys, columns, name } = getTableConfig(table)
  const key = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary)
  if (key.length === 0) throw new TypeError(`${name} has no primary key`)
  return Object.fromEntries(key.map((column) => [column.name, column]))
}

/** Serialises rows for `json_to_recordset`, which keeps JSON text unchanged. */
function driverJson(columns: Columns, rows: readonly Row[]): string {
  const fields = Object.entries(columns).map(([field, column]) => {
    const isJson = column.getSQLType().startsWith('json')
    const driverValue = (value: unknown) => column.mapToDriverValue(value)
    const write = (value: unknown) => (isJson ? String(driverValue(value)) : JSON.stringify(driverValue(value)))
    return { field, name: JSON.stringify(column.name), write }
  })
  const objects = rows.map((row) => {
    const given = fields.filter(({ field }) => row[field] != null)
    return `{${given.map(({ field, name, write }) => `${name}:${write(row[field])}`).join(',')}}`
  })
  return `[${objects.join(',')}]`
}

const namesOf = (columns: Columns) => Object.values(columns).map(({ name }) => `"${name}"`)
