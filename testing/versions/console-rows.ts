import { pino } from 'pino'
import { expect } from 'vitest'
import { openDatabase } from '@/database/open-database'

const words = (text: string) => text.split(' ')
/** The tables of the console whose rows stay as they are, and the columns that tell a row. */
const KEPT_TABLES = words(
  'users sessions access_keys audit_entries subscription_changes notes finding_reviews opened_objects seen_objects ' +
    'seen_names seen_words indexed_links indexed_differences',
)
const KEY_COLUMNS = words('id sequence note_id user source kind external_id field key word invoice_id hash')
const DROPPED_WITH_ROWS = words(
  'batches batch_rows checks checked_objects saved_views watched_objects signing_keys webhooks',
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
  for (const table of KEPT_TABLES.filter((name) => tables.includes(name)))
    for (const { row } of await query(settings, `select to_jsonb(t) as row from console.${table} as t`)) {
      const found: Row = Object(row)
      rows.set(`${table} ${JSON.stringify(KEY_COLUMNS.map((name) => found[name]))}`, found)
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
