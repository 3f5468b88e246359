import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { embeddedAddress } from '@/database/embedded-address'
import { countMigrations, requireKnownMigrations } from '@/database/migrate'
import { onConnection, type Session } from '@/database/on-connection'
import { type Database, type DatabaseSettings, openDatabase, type OpenDatabase } from '@/database/open-database'
import { log } from '@/lib/core/server/log'
import { settings, type Settings } from '@/lib/core/server/settings'
import { endBatches } from './end-batches'
import { problemError } from '@/lib/core/server/problem'

/** The settings that locate the console's store. */
export type StoreSettings = ReturnType<typeof storeSettings>

const folder = join(dirname(fileURLToPath(import.meta.url)), 'migrations')
const MIGRATIONS = { folder, table: '__console_migrations', before: endBatches }

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
 * @throws Error when there is no store, or when a newer version has migrated it
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
    await requireKnownMigrations(store.db.$client, MIGRATIONS)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

const noStoreYet = (place: string) =>
  new Error(`There is no store of the console in ${place} yet. Check DATA_DIR and CONSOLE_DATABASE_URL.`)

/** True when the store has every migration of this version, and none of a newer one. */
export async function hasMigrations({ $client }: Session): Promise<boolean> {
  const { missing, newer } = await countMigrations($client, MIGRATIONS)
  return missing === 0 && newer === 0
}

/** Returns where the console's store is. */
export function storeSettings(from: Settings = settings()) {
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

interface Limits {
  signal?: AbortSignal | undefined
  /** Default: ten seconds. */
  ms?: number
  /** The detail of the problem after that time. */
  tooSlow?: string
}

const READ_MS = 10_000
const READ_TOO_SLOW = 'The console’s database did not respond in time. Try again in a moment.'

/**
 * Reads the store on one connection, for a limited time: for the operations that read.
 * @throws ProblemError `store_unavailable` after that time; the signal's reason when it aborts
 */
export async function readWithin<Result>(
  { signal, ms = READ_MS, tooSlow = READ_TOO_SLOW }: Limits,
  read: (db: Session) => Promise<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(ms)
  const ends = signal ? AbortSignal.any([signal, timeout]) : timeout
  try {
    return await onConnection({ db: await storeBefore(ends), signal: ends }, read)
  } catch (error) {
    if (!timeout.aborted || signal?.aborted) throw error
    throw problemError('store_unavailable', tooSlow, { cause: error })
  }
}

/** Returns the store; its opening may take long, while another process migrates. @throws the signal's reason when it aborts */
async function storeBefore(signal: AbortSignal): Promise<Database> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    consoleStore().then(resolve, reject)
  })
}
