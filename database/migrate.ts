import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Pool } from 'pg'

/** What a schema is made of. */
export interface Migrations {
  folder: string
  /** Where it is kept which of them have run: two programs may share a PostgreSQL database. */
  table?: string
}

/** Any number, the same in every process of ours. */
const MIGRATION_LOCK = 4_211_977

/** Brings the schema up to date; cheap where it is. Processes that start at once migrate one after the other. */
export async function migrateDatabase(pool: Pool, { folder, table }: Migrations): Promise<void> {
  const client = await pool.connect()
  try {
    // In the embedded database the open transaction is what excludes others; in PostgreSQL it is the lock.
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder: folder, migrationsTable: table })
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}
