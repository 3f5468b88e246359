import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { makeDatabase, startTestPostgres } from '../../scripts/test/test-postgres.mjs'
import { distribute } from '@/service/store/distribute'
import { openStore, type Store } from '@/service/store/open'

const STAND_IN = readFileSync(new URL('citus-stand-in.sql', import.meta.url), 'utf8')

/** For tests: shards of each table; few enough to see, more than a statement should touch. */
export const SHARDS = 8

/** For tests: opens a store on a PostgreSQL database that stands in for a cluster; its tables are not spread yet. */
export async function openStandIn(databaseUrl: string, { workers = 2 } = {}): Promise<Store> {
  const store = await openStore(pino({ enabled: false }), { databaseUrl, dataDir: '', poolSize: 16 })
  await store.db.execute(STAND_IN)
  for (let group = 0; group <= workers; group += 1)
    await store.db.execute(`insert into pg_dist_node values (${group}, 'node-${group}', 5432)`)
  return store
}

/** Vitest's global setup of the project "one-shard": the service's tests run on tables that are spread by their map. */
export async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const { url, stop } = await startTestPostgres()
  const databaseUrl = await makeDatabase(url, 'one_shard')
  const store = await openStandIn(databaseUrl)
  await distribute(store.db, { shards: SHARDS })
  await store.close()
  project.provide('billingStore', { databaseUrl })
  return stop
}
