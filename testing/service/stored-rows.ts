import type { Database } from '@/database/open-database'

/** For tests: returns every stored row of a merchant by table. Equal results mean that nothing changed. */
export async function storedRows({ $client }: Database, merchantId: string): Promise<Record<string, unknown[]>> {
  const tables = await $client.query<{ table_name: string }>(
    `select table_name from information_schema.columns
     where column_name = 'merchant_id' and table_schema = current_schema() order by 1`,
  )
  const rows: Record<string, unknown[]> = {}
  for (const { table_name: table } of tables.rows) {
    const all = await $client.query<{ row: string }>(
      `select to_jsonb(t)::text as row from "${table}" t where merchant_id = $1 order by 1`,
      [merchantId],
    )
    rows[table] = all.rows.map(({ row }) => row)
  }
  return rows
}
