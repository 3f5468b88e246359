import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type ClientBase, Pool, type PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { keepEmbedded, leaveEmbedded } from './connect-embedded'
import { embeddedAddress } from './embedded-address'
import { type Migrations, migrateDatabase } from './migrate'
import { type DatabaseLocation, openProblem } from './database-errors'
import { checkServer, SESSION_OPTIONS } from './session-settings'

export type Database = NodePgDatabase & { $client: Pool }
/** The transaction that `db.transaction` passes to its callback. */
export type DatabaseTransaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Settings of a database. */
export interface DatabaseSettings extends DatabaseLocation {
  /** Connections to PostgreSQL; the embedded database has one. */
  poolSize: number
  /** Sends statements without names, for a pooler that runs each transaction on another connection. */
  hasUnnamedStatements?: boolean
  /** Null leaves the schema unchanged. */
  migrations: Migrations | null
}

/** An open database. An embedded one has one connection: inside a transaction use only `tx`. */
export interface OpenDatabase {
  db: Database
  /** Closes the connections. The last client of an embedded database also waits until its process ends. */
  close(): Promise<void>
}

const CHECKOUT_TIMEOUT_MS = 5_000

const unnamedClients = new WeakSet<ClientBase>()

/**
 * Returns the name of a prepared statement on a connection; empty for one that is not prepared. A pooler in transaction
 * mode may run the next statement on another server connection, which does not know the name.
 */
export const statementName = (client: ClientBase, name: string): string => (unnamedClients.has(client) ? '' : name)

/** Adds the session settings to an address that has `options`: `pg` ignores those of the pool then. */
function withSession(connectionString: string): PoolConfig {
  const url = new URL(connectionString)
  const options = url.searchParams.get('options')
  if (options === null) return { connectionString }
  url.searchParams.set('options', `${options} ${SESSION_OPTIONS}`)
  return { connectionString: url.href }
}

/** Creates a pool that logs every lost connection; a loss affects only the work on that connection. */
function makePool(config: PoolConfig, log: Logger): Pool {
  const pool = new Pool({ ...config, connectionTimeoutMillis: CHECKOUT_TIMEOUT_MS, options: SESSION_OPTIONS })
  // The pool listens only to idle connections; an unhandled error of one in use would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.error({ err: error }, 'a database connection was lost'))
  })
  // The listener above has logged the loss of an idle connection, and the pool replaces it on demand.
  pool.on('error', () => undefined)
  return pool
}

/** Returns the database of a pool. */
export function makeDatabase(pool: Pool): Database {
  const db = drizzle(pool)
  // Drizzle's own `transaction` never releases a connection that is lost during `begin`.
  db.transaction = async (run, config) => {
    const client = await pool.connect()
    try {
      return await drizzle(client).transaction(run, config)
    } finally {
      // Destroys a connection that is still in a transaction; 'I' is idle.
      client.release(client.getTransactionStatus() !== 'I')
    }
  }
  return db
}

async function openPostgres(
  connectionString: string,
  { poolSize, hasUnnamedStatements, migrations }: DatabaseSettings,
  log: Logger,
): Promise<OpenDatabase> {
  const pool = makePool({ ...withSession(connectionString), max: poolSize }, log)
  if (hasUnnamedStatements) pool.on('connect', (client) => unnamedClients.add(client))
  return openPool(pool, { migrations, hasSession: true }, () => Promise.resolve())
}

async function openEmbedded({ dataDir, name, migrations }: DatabaseSettings, log: Logger): Promise<OpenDatabase> {
  const address = embeddedAddress(dataDir, name)
  const connection = await keepEmbedded(address, log)
  const config = { host: address.socketDirectory, port: 5432, user: 'postgres', database: 'postgres', ssl: false }
  const pool = makePool({ ...config, max: 1, idleTimeoutMillis: 0 }, log)
  return openPool(pool, { migrations, hasSession: false }, () => {
    connection.release()
    return leaveEmbedded(address)
  })
}

/**
 * Applies the migrations and returns the database; closes the pool when that fails.
 * @param afterEnd runs after the pool has ended
 */
async function openPool(
  pool: Pool,
  { migrations, hasSession }: { migrations: Migrations | null; hasSession: boolean },
  afterEnd: () => Promise<void>,
): Promise<OpenDatabase> {
  const end = () => pool.end().then(afterEnd)
  try {
    if (migrations) {
      await checkServer(pool, { hasSession })
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
 * Opens a database and applies its migrations: PostgreSQL when there is an address, otherwise the embedded database in
 * `DATA_DIR/NAME`, which all processes share. It stays open during an outage: queries fail (`isStoreUnavailable`) until the
 * database is back. An embedded database that ends is restarted.
 * @param log logs every lost connection and every restart of the embedded database
 * @throws Error in plain words when the database cannot be reached or started
 */
export async function openDatabase(settings: DatabaseSettings, log: Logger): Promise<OpenDatabase> {
  const { databaseUrl } = settings
  try {
    return await (databaseUrl === undefined ? openEmbedded(settings, log) : openPostgres(databaseUrl, settings, log))
  } catch (error) {
    throw openProblem(error, settings)
  }
}
