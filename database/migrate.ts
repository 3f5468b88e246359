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
 * @throws Error with the database's reason, and in plain words on a worker of a cluster and on a store of a newer version
 */
export async function migrateDatabase(
  pool: Pool,
  { folder, table = DEFAULT_TABLE, before }: Migrations,
): Promise<void> {
  const { missing } = await requireKnownMigrations(pool, { folder, table })
  if (missing === 0) return
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
    // A newer version may have migrated it meanwhile.
    await requireKnownMigrations(client, { folder, table })
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

/**
 * Counts the migrations, as `countMigrations`.
 * @throws Error in plain words when a newer version has migrated the store
 */
export async function requireKnownMigrations(client: Pick<Pool, 'query'>, migrations: Migrations): Promise<Counts> {
  const counts = await countMigrations(client, migrations)
  if (counts.newer > 0) throw new Error(NEWER_STORE)
  return counts
}

/** Why a program does not use a store. */
export const NEWER_STORE =
  'A newer version has migrated this store, and this version cannot use it. Nothing was changed. Start the newer version, ' +
  'or restore the dump from before the upgrade (docs/upgrade.md).'

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

interface Counts {
  applied: number
  /** Migrations of this version that the database lacks. */
  missing: number
  /** Applied migrations that are newer than those of this version. */
  newer: number
}

/** Counts the migrations of a database. Drizzle, too, takes all that are older than the newest applied one as applied. */
export async function countMigrations(
  client: Pick<Pool, 'query'>,
  { folder, table = DEFAULT_TABLE }: Migrations,
): Promise<Counts> {
  const times = migrationTimes(folder)
  const name = `${MIGRATIONS_SCHEMA}.${table}`
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [name])
  if (!rows[0]?.exists) return { applied: 0, missing: times.length, newer: 0 }
  const { rows: counted } = await client.query<{ count: number; newest: string | null; newer: number }>(
    `select count(*)::int as count, max(created_at) as newest, (count(*) filter (where created_at > $1))::int as newer
    from ${name}`,
    [times.at(-1) ?? 0],
  )
  const [{ count, newest, newer } = { count: 0, newest: null, newer: 0 }] = counted
  return { applied: count, missing: times.filter((time) => time > Number(newest ?? 0)).length, newer }
}

const timesOfFolders = new Map<string, number[]>()

function migrationTimes(folder: string): number[] {
  const known = timesOfFolders.get(folder)
  if (known) return known
  const times = readMigrationFiles({ migrationsFolder: folder }).map((file) => file.folderMillis)
  timesOfFolders.set(folder, times)
  return times
}
