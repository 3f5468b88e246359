import { getTableColumns, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statementsOf } from '@/testing/service/statements-of'
import { type FreshStore, openFreshStore } from '@/testing/service/fresh-store'
// oxlint-disable-next-line no-restricted-imports -- any table with columns of these types
import { customers } from '@/service/store/schema'
import { recordset, unnested } from './recordset'

let store: FreshStore
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

const row = (id: string, fields: object = {}) => ({
  merchantId: 'm',
  id,
  externalId: `external ${id}`,
  updatedAt: '2026-03-01T00:00:00.000Z',
  document: '{"amount":0.0000025,"name":"a\\"\\u001f"}',
  ...fields,
})

const selectAll = async (given: ReturnType<typeof recordset>) => {
  const rows = sql`select given.*, pg_typeof(updated_at)::text as type from ${given} as given order by id`
  return (await store.db.execute(rows)).rows
}

it.each([
  ['no row', []],
  ['one row', [row('a')]],
  ['ids in the order of their bytes', [row('ä'), row('b'), row('B'), row('a')]],
  ['missing values', [row('a', { updatedAt: null }), row('b', { updatedAt: undefined })]],
  ['quotes, commas, braces and backslashes', [row('a', { externalId: '{"x",\\}' }), row('b', { externalId: 'NULL' })]],
  ['an empty text', [row('a', { externalId: '' }), row('b', { externalId: '' })]],
  ['the mark between values', [row('a\u001fb'), row('c')]],
  ['the mark of null', [row('a'), row('b', { externalId: '\u001e' })]],
])('unnested returns the rows of recordset with %s', async (_, rows) => {
  const columns = getTableColumns(customers)
  const found = await selectAll(unnested(columns, rows))
  expect(found).toEqual(await selectAll(recordset(columns, rows)))
  expect(found).toHaveLength(rows.length)
})

it('unnested sends no JSON', async () => {
  const rows = sql`select given.* from ${unnested(getTableColumns(customers), [row('a'), row('b')])} as given`
  const [sent] = await statementsOf(() => store.db.execute(rows))
  expect(sent?.text).not.toContain('json_to_recordset')
})
