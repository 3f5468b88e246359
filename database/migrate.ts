import { drizzle } from 'drizzle-orm/node-postgres'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool, PoolClient } from 'pg'
import { reasonOf } from '@/telemetry/loggable'
import { isStoreUnavailable } from './database-errors'

/** The migrations of a schema. */
export interface Migrations {
  folder: string
  /** Table of applied migrations. Each program has its own, because two may share a PostgreSQL database. */
  table?: string
  /** Runs before the migrations, in their transaction and under their lock. It must not open a transaction of its own. */
  before?: (client: PoolClient) => Promise<void>
}

/** Drizzle's schema for the tables of applied migrations, and its name for one. */
const MIGRATIONS_SCHEMA = 'drizzle'
const DEFAULT_TABLE = '__drizzle_migrations'
/** An arbitrary key, the same in every process. */
const MIGRATION_LOCK = 4_211_977

/**
 * Applies missing migrations; writes nothing when there are none, because a worker of a cluster takes no definitions.
 * Processes that start in parallel migrate one after the other.
 * @throws Error with the database's reason, and in plain words on a worker of a cluster
 */
export async function migrateDatabase(
  pool: Pool,
  { folder, table = DEFAULT_TABLE, before }: Migrations,
): Promise<void> {
  if ((await countMigrations(pool, { folder, table })).missing === 0) return
  await refuseWorker(pool)
  const client = await pool.connect()
  try {
    // The open transaction excludes others in the embedded database, and the lock in PostgreSQL.
    await client.query('begin')
    // Another process may migrate a large store for longer than our sessions wait.
    await client.query('set local lock_timeout = 0')
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await client.query('set local lock_timeout to default')
    await client.query('set local statement_timeout to default')
    await before?.(client)
    await migrate(drizzle(client), {
      migrationsFolder: folder,
      migrationsTable: table,
      migrationsSchema: MIGRATIONS_SCHEMA,
    })
    client.release()
  } catch (error) {
    client.release(true)
    if (isStoreUnavailable(error)) throw error
    throw new Error(
      `The database could not be migrated (${reasonOf(error)}). Nothing was changed. Correct that, then start again.`,
      { cause: error },
    )
  }
}

async function refuseWorker(pool: Pool): Promise<void> {
  const { rows: found } = await pool.query(`select 1 where to_regproc('citus_is_coordinator') is not null`)
  if (found.length === 0) return
  const { rows } = await pool.query('select 1 where citus_is_coordinator()')
  if (rows.length > 0) return
  throw new Error(
    'This database is a worker of a Citus cluster, and only the coordinator can change the schema. Nothing was changed. ' +
      'Run "migrate" and "distribute" with the address of the coordinator first.',
  )
}

/**
 * Counts the migrations that a database has, and those of this version that it lacks. Drizzle, too, takes all that are
 * older than the newest applied one as applied.
 */
export async function countMigrations(
  client: Pick<Pool, 'query'>,
  { folder, table = DEFAULT_TABLE }: Migrations,
): Promise<{ applied: number; missing: number }> {
  const times = migrationTimes(folder)
  const name = `${MIGRATIONS_SCHEMA}.${table}`
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [name])
  if (!rows[0]?.exists) return { applied: 0, missing: times.length }
  const applied = await client.query<{ count: number; newest: string | null }>(
    `select count(*)::int as count, max(created_at) as newest from ${name}`,
  )
  const [{ count, newest } = { count: 0, newest: null }] = applied.rows
  return { applied: count, missing: times.filter((time) => time > Number(newest ?? 0)).length }
}

const timesOfFolders = new Map<string, number[]>()

function migrationTimes(folder: string): number[] {
  const known = timesOfFolders.get(folder)
  if (known) return known
  const times = readMigrationFiles({ migrationsFolder: folder }).map((file) => file.folderMillis)
  timesOfFolders.set(folder, times)
  return times
}
