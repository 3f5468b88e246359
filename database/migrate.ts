import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'

/** The migrations of a schema. */
export interface Migrations {
  folder: string
  /** Table of applied migrations. Each program has its own, because two may share a PostgreSQL database. */
  table?: string
}

/** An arbitrary key, the same in every process. */
const MIGRATION_LOCK = 4_211_977

/** Applies missing migrations. Processes that start in parallel migrate one after the other. */
export async function migrateDatabase(pool: Pool, { folder, table }: Migrations): Promise<void> {
  const client = await pool.connect()
  try {
    // The open transaction excludes others in the embedded database, and the lock in PostgreSQL.
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder: folder, migrationsTable: table })
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}
