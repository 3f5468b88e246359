import { constants, existsSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { type Finding, ok, skipped, wrong } from '@/contract/finding'
import { dataDirProblem, openProblem } from './database-errors'
import { embeddedAddress } from './embedded-address'
import { countMigrations, type Migrations, NEWER_STORE } from './migrate'
import { type Database, type DatabaseSettings, openDatabase } from './open-database'
import { reasonOf } from '@/telemetry/loggable'
import { checkServer } from './session-settings'

const MIB = 1024 * 1024
/** A write-ahead log grows in steps of 16 MiB, and an import of some thousand lines adds several. */
const MIN_FREE_BYTES = 256 * MIB
/** Requests of a second and clocks without synchronisation differ by less. */
const MAX_DIFFERENCE_MS = 5_000

/**
 * Checks a store without changing it: that it can be opened, its encoding, session settings, migrations and clock.
 * @param checkMore further checks, of a store that has all migrations
 */
export async function* checkStore(
  settings: DatabaseSettings & { migrations: Migrations },
  checkMore?: (db: Database) => AsyncIterable<Finding>,
): AsyncGenerator<Finding> {
  const { databaseUrl, dataDir, name, migrations } = settings
  const { databasePath, directory } = embeddedAddress(dataDir, name)
  if (databaseUrl === undefined && !existsSync(databasePath)) {
    yield skipped('Database', `There is none in ${directory} yet. The first start creates it.`)
    return
  }
  try {
    const store = await openDatabase({ ...settings, migrations: null }, pino({ enabled: false }))
    try {
      const pool = store.db.$client
      yield* checkConnection(pool, databaseUrl === undefined)
      const finding = await checkMigrations(pool, migrations)
      yield finding
      if (finding.status === 'ok' && checkMore) yield* checkMore(store.db)
    } finally {
      await store.close()
    }
  } catch (error) {
    yield wrong('Database', reasonOf(openProblem(error, settings)))
  }
}

async function* checkConnection(pool: Pool, isEmbedded: boolean): AsyncGenerator<Finding> {
  // The first query also opens the connection.
  const { rows } = await pool.query<{ version: string }>(`select current_setting('server_version') as version`)
  const startedAtMs = Date.now()
  const clock = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms')
  const endedAtMs = Date.now()
  const server = isEmbedded ? 'embedded PostgreSQL' : 'PostgreSQL'
  yield ok('Database', `${server} ${rows[0]?.version ?? ''}, ${endedAtMs - startedAtMs} ms`)
  try {
    await checkServer(pool, { hasSession: !isEmbedded })
    yield ok('Database sessions', 'UTF8, with the settings of this program')
  } catch (error) {
    yield wrong('Database sessions', reasonOf(error))
  }
  yield checkClock('Clock of the database', {
    otherMs: Number(clock.rows[0]?.ms ?? 0),
    ownMs: (startedAtMs + endedAtMs) / 2,
  })
}

async function checkMigrations(pool: Pool, migrations: Migrations): Promise<Finding> {
  const { applied, missing, newer } = await countMigrations(pool, migrations)
  if (newer > 0) return wrong('Migrations', NEWER_STORE)
  if (missing === 0) return ok('Migrations', `${applied} applied`)
  const { rows } = await pool.query<{ may: boolean }>(
    `select has_database_privilege(current_database(), 'CREATE') as may`,
  )
  if (rows[0]?.may !== true)
    return wrong(
      'Migrations',
      `${missing} are missing, and this role may not create schemas. Grant it: grant create on database … to …`,
    )
  return applied === 0
    ? skipped('Migrations', 'The database is empty. The first start creates the tables.')
    : wrong('Migrations', `${applied} applied, ${missing} missing. Start this version once: it applies them.`)
}

/** Compares the clock of this machine with another one at the same moment. */
export function checkClock(check: string, { otherMs, ownMs }: { otherMs: number; ownMs: number }): Finding {
  const differenceMs = ownMs - otherMs
  const seconds = `${Math.round(Math.abs(differenceMs) / 1_000)} s`
  if (Math.abs(differenceMs) <= MAX_DIFFERENCE_MS)
    return ok(check, `within ${MAX_DIFFERENCE_MS / 1_000} s of this machine`)
  const direction = differenceMs > 0 ? 'ahead of' : 'behind'
  return wrong(check, `This machine is ${seconds} ${direction} it. Synchronise both clocks, for example with chrony.`)
}

/**
 * Checks that this user may write to the data directory, or to the folder in which a start creates it, and its free space.
 * With the store in PostgreSQL, only `npm start` needs it.
 */
export async function checkDataDir(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
  minFreeBytes = MIN_FREE_BYTES,
): Promise<Finding> {
  if (databaseUrl !== undefined && !existsSync(resolve(dataDir)))
    return skipped('Disk', 'DATA_DIR does not exist, and the store is in PostgreSQL.')
  const folder = existingParent(resolve(dataDir))
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    const freeMib = `${Math.floor(free / MIB).toLocaleString('en-US')} MiB`
    if (free >= minFreeBytes) return ok('Disk', `${freeMib} free for DATA_DIR`)
    const reason = new Error(`only ${freeMib} are free, of at least ${Math.ceil(minFreeBytes / MIB)}`)
    return wrong('Disk', dataDirProblem(dataDir, reason).message)
  } catch (error) {
    return wrong('Disk', dataDirProblem(dataDir, error instanceof Error ? error : new Error(String(error))).message)
  }
}

function existingParent(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingParent(dirname(path))
}
