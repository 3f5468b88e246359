import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
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
