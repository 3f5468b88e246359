import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { readStoreSettings, type StoreSettings } from '../env'
import { leaveEmbedded, reachEmbedded } from './connect-embedded'
import { embeddedAddress } from './embedded-address'
import { migrateStore } from './migrate'

export type Database = NodePgDatabase & { $client: Pool }
/** What runs inside `db.transaction`. */
export type DatabaseTransaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** An open billing store. With the embedded database there is one connection: inside a transaction use only `tx`. */
export interface Store {
  db: Database
  /** Ends our connections. Where we were the last client of an embedded database, also waits until its process is gone. */
  close(): Promise<void>
}

const CHECKOUT_TIMEOUT_MS = 5_000
/**
 * What we rely on, whatever the server's defaults: UTC instants in ISO form, row locks that wait. A statement, a wait
 * for a lock and an idle transaction all have an end.
 */
const POSTGRES_SESSION = Object.entries({
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  default_transaction_isolation: 'read\\ committed',
  default_transaction_read_only: 'off',
  statement_timeout: '120s',
  lock_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

function makeStore(pool: Pool, afterEnd: () => Promise<void>): Store {
  let closed: Promise<void> | undefined
  return { db: drizzle(pool), close: () => (closed ??= pool.end().then(afterEnd)) }
}

async function openPostgres(connectionString: string, poolSize: number): Promise<Store> {
  const pool = new Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: CHECKOUT_TIMEOUT_MS,
    options: POSTGRES_SESSION,
  })
  // An idle connection broke: the pool has dropped it and opens another when asked.
  pool.on('error', () => undefined)
  try {
    await migrateStore(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return makeStore(pool, () => Promise.resolve())
}

async function openEmbedded(dataDir: string): Promise<Store> {
  const address = embeddedAddress(dataDir)
  const pool = new Pool({
    host: address.socketDirectory,
    port: 5432,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CHECKOUT_TIMEOUT_MS,
  })
  const start = async () => {
    const hold = await reachEmbedded(address, dataDir)
    try {
      await migrateStore(pool)
    } finally {
      hold.destroy()
    }
  }
  // The database process died under us: start it again. Until then reads fail, and say that the service is busy.
  pool.on('error', () => {
    if (!pool.ending) void start().catch(() => undefined)
  })
  try {
    await start()
  } catch (error) {
    await pool.end()
    throw error
  }
  return makeStore(pool, () => leaveEmbedded(address))
}

/**
 * Opens the billing store with its schema up to date: PostgreSQL where `BILLING_DATABASE_URL` is set, otherwise the
 * embedded database in `DATA_DIR/billing`, shared with every other process that opens it.
 * @throws Error where the database cannot be reached or started
 */
export function openStore(settings: StoreSettings = readStoreSettings()): Promise<Store> {
  return settings.databaseUrl === undefined
    ? openEmbedded(settings.dataDir)
    : openPostgres(settings.databaseUrl, settings.poolSize)
}
