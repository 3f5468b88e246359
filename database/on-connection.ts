import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import type { Database } from './open-database'

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
