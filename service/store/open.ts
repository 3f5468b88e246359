import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { readStoreSettings, type StoreSettings } from '../settings'
import { openDatabase, type DatabaseSettings, type OpenDatabase } from '@/database/open-database'

/** An open billing store. */
export type Store = OpenDatabase

const folder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Opens the billing store: PostgreSQL when `BILLING_DATABASE_URL` is set, otherwise `DATA_DIR/billing`. */
export function openStore(log: Logger, settings: StoreSettings = readStoreSettings()): Promise<Store> {
  return openDatabase(storeDatabase(settings), log)
}

/** Returns the database of the billing store with its migrations. */
export const storeDatabase = (settings: StoreSettings) =>
  ({ name: 'billing', ...settings, migrations: { folder } }) satisfies DatabaseSettings
