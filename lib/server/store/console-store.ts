import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { embeddedAddress } from '@/database/embedded-address'
import { countMigrations } from '@/database/migrate'
import type { Session } from '@/database/on-connection'
import { openDatabase, type Database, type DatabaseSettings, type OpenDatabase } from '@/database/open-database'
import { log } from '../log'
import { settings, type Settings } from '../settings'

/** The settings that locate the console's store. */
export interface StoreSettings {
  databaseUrl: string | undefined
  dataDir: string
  poolSize: number
}

const folder = join(dirname(fileURLToPath(import.meta.url)), 'migrations')
const MIGRATIONS = { folder, table: '__console_migrations' }

/** Opens the console's store with `openDatabase`: in PostgreSQL at `CONSOLE_DATABASE_URL`, else in `DATA_DIR/console`. */
export function openConsoleStore(
  where: StoreSettings = storeSettings(),
  logger: Logger = log(),
): Promise<OpenDatabase> {
  return openDatabase(storeDatabase(where), logger)
}

/** Returns the database of the console's store with its migrations. */
export const storeDatabase = (where: StoreSettings) =>
  ({ name: 'console', ...where, migrations: MIGRATIONS }) satisfies DatabaseSettings

/**
 * Opens an existing store for reading; creates and migrates nothing.
 * @throws Error when there is no store
 */
export async function openExistingConsoleStore(): Promise<OpenDatabase> {
  const where = storeSettings()
  const { databaseUrl, dataDir } = where
  const { directory, databasePath } = embeddedAddress(dataDir, 'console')
  if (databaseUrl === undefined && !existsSync(databasePath)) throw noStoreYet(directory)
  const store = await openDatabase({ name: 'console', ...where, migrations: null }, log())
  try {
    const { rows } = await store.db.$client.query<{ exists: boolean }>(
      `select to_regclass('console.audit_entries') is not null as "exists"`,
    )
    if (rows[0]?.exists !== true) throw noStoreYet(databaseUrl === undefined ? directory : 'CONSOLE_DATABASE_URL')
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

const noStoreYet = (place: string) =>
  new Error(`There is no store of the console in ${place} yet. Check DATA_DIR and CONSOLE_DATABASE_URL.`)

/** True when the store has every migration of this version. A newer version may have added more. */
export const hasMigrations = async ({ $client }: Session): Promise<boolean> =>
  (await countMigrations($client, MIGRATIONS)).missing === 0

/** Returns where the console's store is. */
export function storeSettings(from: Settings = settings()): StoreSettings {
  const { CONSOLE_DATABASE_URL: databaseUrl, DATA_DIR: dataDir, CONSOLE_DATABASE_POOL: poolSize } = from
  return { databaseUrl, dataDir, poolSize }
}

// Next.js may load a module once for pages and once for routes; an embedded store allows one session per process.
declare global {
  var consoleStoreOpening: Promise<OpenDatabase> | undefined
}

/** Closes the store of this process, at its end. */
export async function closeConsoleStore(): Promise<void> {
  const store = await globalThis.consoleStoreOpening
  await store?.close()
}

/** Returns the store of this process if something has opened it; undefined otherwise. */
export const openedConsoleStore = async (): Promise<Database | undefined> => (await globalThis.consoleStoreOpening)?.db

/**
 * Returns the store of this process, opened on first use. After a failed open, the next call tries again.
 * @throws Error when the store cannot be opened
 */
export async function consoleStore(): Promise<Database> {
  globalThis.consoleStoreOpening ??= openConsoleStore().catch((error: unknown) => {
    globalThis.consoleStoreOpening = undefined
    throw error
  })
  const { db } = await globalThis.consoleStoreOpening
  return db
}
