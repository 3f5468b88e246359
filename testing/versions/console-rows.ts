import { pino } from 'pino'
import { expect } from 'vitest'
import { openDatabase } from '@/database/open-database'

const words = (text: string) => text.split(' ')
/** The tables of the console whose rows stay as they are, and the columns that tell a row. */
const KEPT_TABLES = words(
  'users sessions access_keys audit_entries subscription_changes opened_objects seen_objects seen_names seen_words ' +
    'indexed_links indexed_differences',
)
/** The rows of the remarks as this version has them, by the table that has or had them. */
const REMARKS = {
  remarks: 'table console.remarks',
  notes: `select note_id as remark_id, source, kind, id, text, "user", author, created_at, edited_at, customers,
    null as finding, null as digest from console.notes`,
  finding_reviews: `select source, 'invoice' as kind, invoice_id as id, reason as text, by as "user", by as author, at as created_at,
    null as edited_at, finding, digest from console.finding_reviews`,
}
const KEY_COLUMNS = words('id sequence user source kind external_id field key word text')
const DROPPED_WITH_ROWS = words(
  'batches batch_rows checks checked_objects saved_views watched_objects signing_keys webhooks notes finding_reviews',
)
export const DROPPED_TABLES = words(
  'indexed_subscriptions indexed_invoices indexed_ledgers alert_searches alert_events alert_deliveries ' +
    'alert_subscribers alert_emails',
).concat(DROPPED_WITH_ROWS)
/** Those of commit 5c32ba39 in which this test has rows. */
const FILLED_TABLES = [...KEPT_TABLES.filter((table) => table !== 'sessions'), ...DROPPED_WITH_ROWS]
/** The columns of a change that the end of its batch changes. */
export const CHANGED_BY_THE_END = ['state', 'detail', 'revision', 'changed_at', 'holder', 'held_until']

type Row = Record<string, unknown>

/** Runs a query on the console's store as it is, without a migration. */
export async function query(settings: Record<string, string>, text: string, values: unknown[] = []): Promise<Row[]> {
  const { CONSOLE_DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '' } = settings
  const where = { name: 'console', databaseUrl, dataDir, poolSize: 1, migrations: null }
  const store = await openDatabase(where, pino({ enabled: false }))
  try {
    return (await store.db.$client.query<Row>(text, values)).rows
  } finally {
    await store.close()
  }
}

/** Returns the tables of the console. */
export const tablesOf = async (settings: Record<string, string>): Promise<string[]> =>
  (
    await query(settings, `select table_name as name from information_schema.tables where table_schema = 'console'`)
  ).map(({ name }) => String(name))

/** Returns the rows of the tables that stay, as far as the version has them, by their table and key. */
export async function keptRows(settings: Record<string, string>): Promise<Map<string, Row>> {
  const tables = await tablesOf(settings)
  const rows = new Map<string, Row>()
  const selects = [
    ...KEPT_TABLES.map((table) => ({ table, name: table, select: `table console.${table}` })),
    ...Object.entries(REMARKS).map(([table, select]) => ({ table, name: 'remarks', select })),
  ]
  for (const { name, select } of selects.filter(({ table }) => tables.includes(table)))
    for (const { row } of await query(settings, `select to_jsonb(t) as row from (${select}) as t`)) {
      const found: Row = Object(row)
      rows.set(`${name} ${JSON.stringify(KEY_COLUMNS.map((column) => found[column]))}`, found)
    }
  return rows
}

/** Expects every row to be there, with the same values in the columns that both versions have. */
export function expectKept(before: Map<string, Row>, after: Map<string, Row>, ignored: readonly string[]): void {
  for (const [key, row] of before) {
    const now = after.get(key)
    const names = Object.keys(row).filter((name) => !ignored.includes(name) && name in (now ?? row))
    const valuesOf = (one?: Row) => names.map((name) => [name, one?.[name]])
    expect.soft([key, ...valuesOf(now)]).toEqual([key, ...valuesOf(row)])
  }
}

/** Expects rows of this test in every table of commit 5c32ba39 that stays or leaves. */
export async function expectFilled(settings: Record<string, string>): Promise<void> {
  const empty = FILLED_TABLES.map(
    (table) => `select '${table}' as "table" where not exists (select from console.${table})`,
  )
  expect(await query(settings, empty.join(' union all '))).toEqual([])
}
