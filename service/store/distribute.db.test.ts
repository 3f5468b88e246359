import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropDatabase, makeDatabase } from '../../scripts/test/test-postgres.mjs'
import { isCitusTest, testDatabaseUrl } from '@/testing/service/fresh-store'
import { importTestLines } from '@/testing/service/import-test-lines'
import { openStandIn, SHARDS } from '@/testing/service/one-shard-store'
import { demoLines } from '../data/demo/demo-lines'
import { verifyLedgers } from '../data/verify-ledgers'
import { createApiKey, listApiKeys, revokeApiKey } from '../api-keys'
import { checkNodes, distribute, nodesToFollow, type TableResult } from './distribute'
import type { Store } from './open'

const DEMO = { merchantId: 'm', customers: 20, transactions: 600, seed: 'distribute', asOf: '2026-03-01T00:00:00.000Z' }
// The embedded database is one node.
const databaseUrl = testDatabaseUrl() ?? ''

function stopAfterInvoices({ name }: TableResult): void {
  if (name === 'invoices') throw new Error('interrupted')
}

describe.skipIf(databaseUrl === '' || isCitusTest())('billing distribute', () => {
  const name = 'one_shard_distribute'
  let store: Store
  beforeEach(async () => {
    store = await openStandIn(await makeDatabase(databaseUrl, name))
  })
  afterEach(async () => {
    await store.close()
    await dropDatabase(databaseUrl, name)
  })

  const placedTables = async () => (await store.db.execute('select from citus_tables')).rows.length

  it.each([
    ['plain PostgreSQL', 'drop function create_distributed_table', /has no Citus.*Nothing was changed/],
    [
      'a worker',
      `create or replace function citus_is_coordinator() returns boolean language sql as 'select false'`,
      /is a worker of the cluster\. Nothing was changed/,
    ],
    ['a coordinator without address', 'delete from pg_dist_node where groupid = 0', /citus_set_coordinator_host first/],
    ['a cluster without workers', 'delete from pg_dist_node where groupid > 0', /has no workers\. Nothing was changed/],
  ])('refuses %s, and changes nothing', async (_, statement, words) => {
    await store.db.execute(statement)
    await expect(distribute(store.db, { shards: SHARDS })).rejects.toThrow(words)
    expect(await store.db.execute(`select from pg_class where relkind = 'p'`)).toMatchObject({ rows: [] })
  })

  it('goes on where an interrupted run stopped', async () => {
    await importTestLines(store.db, DEMO.merchantId, demoLines(DEMO))
    await expect(distribute(store.db, { shards: SHARDS, onTable: stopAfterInvoices })).rejects.toThrow('interrupted')
    const before = await placedTables()
    await distribute(store.db, { shards: SHARDS })
    expect([before < (await placedTables()), await verifyLedgers(store.db)]).toMatchObject([
      true,
      { transactions: 600, breaks: 0 },
    ])
    const keys = await store.db.execute(`select conname from pg_constraint where conparentid = 0 and conname in
      ('invoice_line_items_invoice', 'transactions_ledger')`)
    expect(keys.rows).toHaveLength(2)
  })

  it('distributes a restored dump of a cluster, which has the keys and indexes of one', async () => {
    await store.db.execute(`alter table transactions drop constraint transactions_merchant_id_id_pk;
      alter table transactions add primary key (merchant_id, customer_id, id);
      create index transactions_id on transactions (merchant_id, id);
      drop index customers_id; create index customers_id on customers (merchant_id, id);
      drop index invoice_line_items_id; create index invoice_line_items_id on invoice_line_items (merchant_id, id)`)
    await distribute(store.db, { shards: SHARDS })
    expect(await placedTables()).toBe(13)
  })

  it('leaves a table as it is whose rows would differ', async () => {
    await importTestLines(store.db, DEMO.merchantId, demoLines(DEMO))
    await store.db.execute(`alter function create_distributed_table rename to really_distribute;
      create function create_distributed_table(old regclass, by text, colocate_with text, shard_count int default null)
        returns void language plpgsql as $$ begin
          if old::text = 'customers' then delete from customers where external_id = 'acme-inc'; end if;
          perform really_distribute(old, by, 'hash', colocate_with, shard_count);
        end $$`)
    await expect(distribute(store.db, { shards: SHARDS })).rejects.toThrow(/customers had 20 rows and would have 19/)
    const { rows } = await store.db.execute('select count(*)::int as count from customers')
    expect(rows).toEqual([{ count: 20 }])
  })

  it('names what a node refused', async () => {
    await store.db.execute(`create or replace function run_command_on_all_nodes
      (command text, give_warning_for_connection_errors boolean, out nodeid int, out success boolean, out result text)
      returns setof record language sql as $$ select 2, false, 'must be owner of database' $$`)
    await expect(distribute(store.db, { shards: SHARDS })).rejects.toThrow(
      /node-1:5432 refused "alter database.*must be owner of database/,
    )
  })

  /** Each of three nodes answers a command in its own way; Citus's words. */
  const nodesAnswer = (...answers: [success: boolean, result: string][]) =>
    store.db.execute(`create or replace function run_command_on_all_nodes
      (command text, give_warning_for_connection_errors boolean, out nodeid int, out success boolean, out result text)
      returns setof record language sql as
      $$ values ${answers.map(([success, result], at) => `(${at + 1}, ${success}, '${result}')`).join(', ')} $$`)

  it.each(['failed to connect to node-2:5432', 'connection lost', 'query result unavailable'])(
    'names a node as lost, not an owner or limits that are missing, when Citus says "%s"',
    async (words) => {
      await nodesAnswer([true, 'ALTER DATABASE'], [true, 'ALTER DATABASE'], [false, words])
      await expect(distribute(store.db, { shards: SHARDS })).rejects.toThrow(
        /these nodes are lost: node-2:5432\. When they are back/,
      )
      const limits = 'lock_timeout 30000, client_connection_check_interval 500'
      await nodesAnswer([true, limits], [true, 'lock_timeout 0'], [false, words])
      expect(await checkNodes(store.db)).toEqual({
        lost: ['node-2:5432'],
        withoutLimits: ['node-1:5432 (lock_timeout 0)'],
      })
    },
  )

  it('names the nodes that still accept a revoked key, and when they follow', async () => {
    await distribute(store.db, { shards: SHARDS })
    await createApiKey(store.db, { merchantId: 'm', type: 'secret', now: DEMO.asOf })
    const [key] = await listApiKeys(store.db)
    const id = key?.id ?? ''
    expect(await nodesToFollow(store.db, id)).toEqual(['node-0:5432 follows within 1 min'])
    await revokeApiKey(store.db, { id, now: DEMO.asOf })
    expect(await nodesToFollow(store.db, id)).toEqual([])
    await nodesAnswer([true, 'true'], [true, 'false'], [false, 'failed to connect to node-2:5432'])
    expect(await nodesToFollow(store.db, id)).toEqual([
      'node-1:5432 follows within 1 min',
      'node-2:5432 follows within 1 min of its return',
    ])
  })
})
