import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { embeddedAddress } from '@/database/embedded-address'
import { openDatabase, type Database, type OpenDatabase } from '@/database/open-database'
import { log } from '../log'
import { settings } from '../settings'

/** The console's settings that say where its store is. */
export interface StoreSettings {
  databaseUrl: string | undefined
  dataDir: string
  poolSize: number
}

const folder = join(dirname(fileURLToPath(import.meta.url)), 'migrations')

/** Opens the console's store, as `openDatabase`: in PostgreSQL where `CONSOLE_DATABASE_URL` is set, else in `DATA_DIR/console`. */
export function openConsoleStore(
  where: StoreSettings = storeSettings(),
  logger: Logger = log(),
): Promise<OpenDatabase> {
  return openDatabase({ name: 'console', ...where, migrations: { folder, table: '__console_migrations' } }, logger)
}

/**
 * Opens the console's store to read it, as it is: nothing is made, nothing brought up to date.
 * @throws Error in plain words where there is none yet
 */
export async function openExistingConsoleStore(): Promise<OpenDatabase> {
  const where = storeSettings()
  const { databaseUrl, dataDir } = where
  const { directory, databasePath } = embeddedAddress(dataDir, 'console')
  if (databaseUrl === undefined && !existsSync(databasePath)) throw noStoreYet(directory)
  const store = await openDatabase({ name: 'console', ...where, migrations: null }, log())
  try {
    const { rows } = await store.db.$client.query<{ isKept: boolean }>(
      `select to_regclass('console.audit_entries') is not null as "isKept"`,
    )
    if (rows[0]?.isKept !== true) throw noStoreYet(databaseUrl === undefined ? directory : 'CONSOLE_DATABASE_URL')
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

const noStoreYet = (place: string) =>
  new Error(`There is no store of the console in ${place} yet. Check DATA_DIR and CONSOLE_DATABASE_URL.`)

function storeSettings(): StoreSettings {
  const { CONSOLE_DATABASE_URL: databaseUrl, DATA_DIR: dataDir, CONSOLE_DATABASE_POOL: poolSize } = settings()
  return { databaseUrl, dataDir, poolSize }
}

// Next may load a module once for pages and once for routes; an embedded store has one session a process.
declare global {
  var consoleStoreOpening: Promise<OpenDatabase> | undefined
}

/**
 * The store of this process, opened on first use. One that could not be opened is tried again by the next who asks.
 * @throws Error where it cannot be reached
 */
export async function consoleStore(): Promise<Database> {
  globalThis.consoleStoreOpening ??= openConsoleStore().catch((error: unknown) => {
    globalThis.consoleStoreOpening = undefined
    throw error
  })
  const { db } = await globalThis.consoleStoreOpening
  return db
}
