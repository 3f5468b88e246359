import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { OutcomeUnknown, sqlState } from './database-errors'
import { type Database, type DatabaseTransaction, statementName } from './open-database'

/** Time to wait for the response to a commit after the signal aborted. */
const COMMIT_GRACE_MS = 1_000
const ATTEMPTS = 5
const FIRST_WAIT_MS = 20
/** Serialization failure and deadlock: the transaction lost against a concurrent one, and nothing of it is stored. */
const LOST = ['40001', '40P01']

/** A database and an optional signal: an abort ends every wait with the signal's reason. */
export interface DatabaseContext {
  db: Database
  signal?: AbortSignal | undefined
}

/** The database on one connection. */
export type Session = NodePgDatabase & { $client: PoolClient }

const sessions = new WeakMap<PoolClient, Session>()

/** Returns one session per connection, so that its prepared statements are built once. */
function sessionOn(client: PoolClient): Session {
  const session = sessions.get(client) ?? drizzle(client)
  sessions.set(client, session)
  return session
}

/** Waits for a connection until the signal aborts; releases one that arrives later. */
function checkOut(pool: Pool, signal: AbortSignal | undefined): Promise<PoolClient> {
  if (!signal) return pool.connect()
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    pool.connect().then((client) => {
      signal.removeEventListener('abort', giveUp)
      if (signal.aborted) client.release()
      else resolve(client)
    }, reject)
  })
}

/**
 * Runs a function on one connection. An abort cuts the connection, which ends its waits and rolls back uncommitted
 * changes; it does not stop a commit that was sent.
 * @param graceMs returns, at the abort, the time until the cut
 * @throws the signal's reason when the connection was cut
 */
export async function onConnection<Result>(
  { db, signal }: DatabaseContext,
  use: (session: Session) => Promise<Result>,
  graceMs = () => 0,
): Promise<Result> {
  signal?.throwIfAborted()
  const client = await checkOut(db.$client, signal)
  let isCut = false
  let timer: NodeJS.Timeout | undefined
  const cut = () => {
    isCut = true
    client.release(true)
  }
  const onAbort = () => {
    const ms = graceMs()
    if (ms === 0) cut()
    else timer = setTimeout(cut, ms)
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    return await use(sessionOn(client))
  } catch (error) {
    throw isCut ? signal?.reason : error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
    // Destroys a connection that is lost or still in a transaction.
    if (!isCut) client.release(client.getTransactionStatus() !== 'I')
  }
}

/** The transaction of several reads on one snapshot of the database. */
const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/**
 * Runs several reads on one snapshot of the database.
 * @throws the signal's reason when the signal aborts
 */
export function inSnapshot<Result>(
  context: DatabaseContext,
  read: (tx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return onConnection(context, (session) => session.transaction(read, SNAPSHOT))
}

/**
 * Writes in one transaction. An abort before the commit rolls everything back; after that, the response to the commit
 * counts. So every error except `OutcomeUnknown` means that nothing was changed.
 * @throws OutcomeUnknown, the signal's reason, or what `write` throws
 */
export async function inTransaction<Result>(
  context: DatabaseContext,
  write: (tx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  let isCommitting = false
  try {
    return await onConnection(
      context,
      (session) =>
        session.transaction(async (tx) => {
          const result = await write(tx)
          context.signal?.throwIfAborted()
          // Drizzle sends the commit next, with nothing in between.
          isCommitting = true
          return result
        }),
      () => (isCommitting ? COMMIT_GRACE_MS : 0),
    )
  } catch (error) {
    if (!isCommitting || isTransactionConflict(error)) throw error
    throw new OutcomeUnknown('the response to a commit did not arrive', { cause: error })
  }
}

/** True when the database rolled a transaction back in favour of a concurrent one. */
export const isTransactionConflict = (error: unknown): boolean => LOST.includes(sqlState(error) ?? '')

/**
 * Runs a transaction again that lost against a concurrent one; other errors are thrown at once.
 * @param alsoRetried more SQL states after which it runs again
 * @throws the signal's reason when it aborts between two attempts; the error of the last attempt
 */
export async function retryTransaction<Result>(
  run: () => Promise<Result>,
  { signal, alsoRetried = [] }: { signal?: AbortSignal | undefined; alsoRetried?: readonly string[] } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      const isPassing = isTransactionConflict(error) || alsoRetried.includes(sqlState(error) ?? '')
      if (attempt >= ATTEMPTS || !isPassing) throw error
      await wait(FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random()), null, { signal }).catch(() => undefined)
      signal?.throwIfAborted()
    }
  }
}

/** Returns a statement that is built once per connection and prepared on first use. */
export function preparedStatement<Statement>(
  name: string,
  build: (session: NodePgDatabase, name: string) => Statement,
): (session: Session) => Statement {
  const statements = new WeakMap<NodePgDatabase, Statement>()
  return (session) => {
    const known = statements.get(session)
    if (known !== undefined) return known
    const statement = build(session, statementName(session.$client, name))
    statements.set(session, statement)
    return statement
  }
}
