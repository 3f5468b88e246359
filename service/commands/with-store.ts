import type { Database } from '@/database/open-database'
import { readServiceSettings } from '../settings'

/** Runs one command on the billing store with `runOnStore`. */
export async function withStore<T>(run: (db: Database) => Promise<T>): Promise<T> {
  const { logLevel } = readServiceSettings()
  const [{ openStore }, { runOnStore }] = await Promise.all([
    import('../store/open'),
    import('@/database/run-on-store'),
  ])
  return runOnStore({ program: 'billing', logLevel, open: (log) => openStore(log) }, run)
}
