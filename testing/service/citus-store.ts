import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { distribute } from '@/service/store/distribute'
import { openStore } from '@/service/store/open'

/** Vitest's global setup of the project "citus": the service's tests run in the cluster at `CITUS_URL`, its coordinator. */
export async function setup(project: TestProject): Promise<void> {
  const databaseUrl = process.env.CITUS_URL
  if (!databaseUrl) throw new Error('Set CITUS_URL to an empty database of a Citus coordinator.')
  const store = await openStore(pino({ enabled: false }), { databaseUrl, dataDir: '', poolSize: 4 })
  await distribute(store.db, { shards: 8 }).finally(() => store.close())
  project.provide('billingStore', { databaseUrl, isCitus: true })
}
