import { existsSync } from 'node:fs'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { type Finding, ok, skipped, wrong } from '@/contract/finding'
import { checkClock } from './check-clock'
import { embeddedAddress } from './embedded-address'
import { countMigrations, type Migrations } from './migrate'
import { type Database, type DatabaseSettings, openDatabase } from './open-database'
import { openProblem } from './open-problem'
import { reasonOf } from '@/telemetry/loggable'
import { checkServer } from './session-settings'

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
  const { applied, missing } = await countMigrations(pool, migrations)
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
