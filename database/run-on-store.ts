import { visible } from '@/contract/visible-text'
import { pino, type Logger } from 'pino'
import { makeLog } from '@/telemetry/log'
import { reasonOf } from '@/telemetry/loggable'
import { embeddedAddress } from './embedded-address'
import type { Database, OpenDatabase } from './open-database'
import { type DatabaseLocation, isDiskFull, isStoreUnavailable, lostNode, lostNodeProblem } from './database-errors'

interface CommandStore {
  /** As its log lines name it. */
  program: string
  logLevel: string
  where: DatabaseLocation
  open: (log: Logger) => Promise<OpenDatabase>
}

/**
 * Opens a store for one command and closes it whatever happens. What befalls its connections is logged to stderr: standard
 * output is the command's.
 * @throws Error in plain words where the database cannot be reached any more
 */
export async function runOnStore<T>(
  { program, logLevel, where, open }: CommandStore,
  run: (db: Database) => Promise<T>,
): Promise<T> {
  const log = makeLog({ program, level: logLevel, destination: pino.destination(2) })
  const store = await open(log)
  printDefaultStore(where)
  try {
    return await run(store.db)
  } catch (error) {
    if (!isStoreUnavailable(error)) throw withoutStatement(error)
    log.error({ err: error }, 'the database failed')
    if (isDiskFull(error))
      throw new Error('The disk of the database is full. Free space there, then try again.', { cause: error })
    const node = lostNode(error)
    if (node !== null) throw lostNodeProblem(node, error)
    throw new Error('The connection to the database was lost. Try again when it is back.', { cause: error })
  } finally {
    await store.close()
  }
}

/** Returns an error with only the database's reason. Drizzle's message has the statement and all its values, which may be megabytes. */
const withoutStatement = (error: unknown): unknown =>
  error instanceof Error && 'query' in error
    ? new Error(`The database refused a statement: ${reasonOf(error)}`, { cause: error })
    : error

/** Prints which store is used when no setting names one: a program that runs beside this command may use another. */
function printDefaultStore({ name, databaseUrl, dataDir }: DatabaseLocation): void {
  if (databaseUrl !== undefined || process.env.DATA_DIR?.trim()) return
  console.error(visible(`DATA_DIR is not set: using the store in ${embeddedAddress(dataDir, name).directory}`))
}
