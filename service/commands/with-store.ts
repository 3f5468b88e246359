import type { Database } from '@/database/open-database'
import { readServiceSettings, readStoreSettings } from '../settings'

/** Runs one command on the billing store with `runOnStore`. */
export async function withStore<T>(run: (db: Database) => Promise<T>): Promise<T> {
  const { logLevel } = readServiceSettings()
  const [{ openStore }, { runOnStore }] = await Promise.all([
    import('../store/open'),
    import('@/database/run-on-store'),
  ])
  const where = { name: 'billing', ...readStoreSettings() }
  return runOnStore({ program: 'billing', logLevel, where, open: (log) => openStore(log) }, run)
}
