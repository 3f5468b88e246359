import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { keepEmbedded, leaveEmbedded } from './connect-embedded'
import { embeddedAddress } from './embedded-address'
import { type Migrations, migrateDatabase } from './migrate'
import { openProblem } from './open-problem'

export type Database = NodePgDatabase & { $client: Pool }
/** What runs inside `db.transaction`. */
export type DatabaseTransaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Which database, and where. */
export interface DatabaseSettings {
  /** Of the program whose data it holds; embedded it lives in `DATA_DIR/NAME`. */
  name: string
  /** A PostgreSQL address; undefined for the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  dataDir: string
  /** Connections to PostgreSQL; the embedded database has one. */
  poolSize: number
  /** Null leaves its schema as it is. */
  migrations: Migrations | null
}

/** An open database. An embedded one has one connection: inside a transaction use only `tx`. */
export interface OpenDatabase {
  db: Database
  /** Ends our connections. Where we were the last client of an embedded database, also waits until its process is gone. */
  close(): Promise<void>
}

const CHECKOUT_TIMEOUT_MS = 5_000
/**
 * What we rely on, whatever the server's defaults: UTC instants in ISO form, row locks that wait. A statement, a wait
 * for a lock and an idle transaction all have an end, and a statement whose connection was cut ends at once. The
 * embedded database sees to that by itself (embedded-database.ts).
 */
const SESSION = Object.entries({
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  default_transaction_isolation: 'read\\ committed',
  default_transaction_read_only: 'off',
  statement_timeout: '120s',
  lock_timeout: '30s',
  idle_in_transaction_session_timeout: '60s',
  client_connection_check_interval: '500ms',
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** An address whose own `options` come before ours: `pg` would take them instead. */
function withSession(connectionString: string): PoolConfig {
  const url = new URL(connectionString)
  const options = url.searchParams.get('options')
  if (options === null) return { connectionString }
  url.searchParams.set('options', `${options} ${SESSION}`)
  return { connectionString: url.href }
}

/** A pool in which the loss of any connection, in use or not, is logged and ends nothing but what ran on it. */
function makePool(config: PoolConfig, log: Logger): Pool {
  const pool = new Pool({ ...config, connectionTimeoutMillis: CHECKOUT_TIMEOUT_MS, options: SESSION })
  // The pool listens to idle connections only; without a listener the error of one in use would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.error({ err: error }, 'a database connection was lost'))
  })
  // Of an idle one, which the listener above has logged: the pool has dropped it, and opens another when asked.
  pool.on('error', () => undefined)
  return pool
}

function makeDatabase(pool: Pool): Database {
  const db = drizzle(pool)
  // Drizzle's own never gives a connection back that is lost before its `begin` is answered.
  db.transaction = async (run, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(run, config)
    } finally {
      client.release(client.getTransactionStatus() !== 'I')
    }
  }
  return db
}

async function openPostgres(
  connectionString: string,
  { poolSize, migrations }: DatabaseSettings,
  log: Logger,
): Promise<OpenDatabase> {
  const pool = makePool({ ...withSession(connectionString), max: poolSize }, log)
  return openPool(pool, migrations, () => Promise.resolve())
}

async function openEmbedded({ dataDir, name, migrations }: DatabaseSettings, log: Logger): Promise<OpenDatabase> {
  const address = embeddedAddress(dataDir, name)
  const kept = await keepEmbedded(address, log)
  const config = { host: address.socketDirectory, port: 5432, user: 'postgres', database: 'postgres', ssl: false }
  const pool = makePool({ ...config, max: 1, idleTimeoutMillis: 0 }, log)
  return openPool(pool, migrations, () => {
    kept.release()
    return leaveEmbedded(address)
  })
}

/** Text is stored as it comes, in any script, and read byte by byte. @throws Error that says what to do */
async function checkEncoding(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding !== 'UTF8')
    throw new Error(
      `The database is encoded in ${encoding}, and must be in UTF8. Make one with: createdb --template=template0 --encoding=UTF8`,
    )
}

/** @param afterEnd run once the pool has ended */
async function openPool(
  pool: Pool,
  migrations: Migrations | null,
  afterEnd: () => Promise<void>,
): Promise<OpenDatabase> {
  const end = () => pool.end().then(afterEnd)
  try {
    if (migrations) {
      await checkEncoding(pool)
      await migrateDatabase(pool, migrations)
    }
  } catch (error) {
    await end()
    throw error
  }
  let closed: Promise<void> | undefined
  return { db: makeDatabase(pool), close: () => (closed ??= end()) }
}

/**
 * Opens a database, its schema up to date where it is told how: PostgreSQL where there is an address, otherwise the
 * embedded one in `DATA_DIR/NAME`, shared with every other process that opens it. It stays open when the database goes:
 * what runs then fails (unavailable.ts), what is asked when it is back succeeds. An embedded one is started again.
 * @param log told of every connection lost and every start of the embedded database but the first
 * @throws Error in plain words where the database cannot be reached or started
 */
export async function openDatabase(settings: DatabaseSettings, log: Logger): Promise<OpenDatabase> {
  const { databaseUrl } = settings
  try {
    return await (databaseUrl === undefined ? openEmbedded(settings, log) : openPostgres(databaseUrl, settings, log))
  } catch (error) {
    throw openProblem(error, settings)
  }
}
