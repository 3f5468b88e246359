import { drizzle } from 'drizzle-orm/node-postgres'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'

/** The migrations of a schema. */
export interface Migrations {
  folder: string
  /** Table of applied migrations. Each program has its own, because two may share a PostgreSQL database. */
  table?: string
}

/** Drizzle's schema for the tables of applied migrations, and its name for one. */
const MIGRATIONS_SCHEMA = 'drizzle'
const DEFAULT_TABLE = '__drizzle_migrations'
/** An arbitrary key, the same in every process. */
const MIGRATION_LOCK = 4_211_977

/**
 * Applies missing migrations; writes nothing when there are none, because a worker of a cluster takes no definitions.
 * Processes that start in parallel migrate one after the other.
 */
export async function migrateDatabase(pool: Pool, { folder, table = DEFAULT_TABLE }: Migrations): Promise<void> {
  if (await isMigrated(pool, { folder, table })) return
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
    await migrate(drizzle(client), {
      migrationsFolder: folder,
      migrationsTable: table,
      migrationsSchema: MIGRATIONS_SCHEMA,
    })
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/**
 * True when every migration of this version has been applied; a newer version may have applied more. Compares times, as Drizzle
 * does.
 */
export async function isMigrated(
  client: Pick<Pool, 'query'>,
  { folder, table = DEFAULT_TABLE }: Migrations,
): Promise<boolean> {
  const applied = `${MIGRATIONS_SCHEMA}.${table}`
  const found = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [applied])
  if (!found.rows[0]?.exists) return false
  const { rows } = await client.query<{ at: string | null }>(`select max(created_at) as at from ${applied}`)
  return Number(rows[0]?.at ?? 0) >= newestMigrationIn(folder)
}

const newestMigrations = new Map<string, number>()

function newestMigrationIn(folder: string): number {
  const known = newestMigrations.get(folder)
  if (known !== undefined) return known
  const newest = Math.max(...readMigrationFiles({ migrationsFolder: folder }).map((file) => file.folderMillis))
  newestMigrations.set(folder, newest)
  return newest
}
