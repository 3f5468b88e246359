import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import type { Database } from './open-database'

/** A store, and what ends the wait for it: where `signal` aborts, its reason is what the waiting ends with. */
export interface Asked {
  db: Database
  signal?: AbortSignal | undefined
}

type Session = NodePgDatabase & { $client: PoolClient }

const sessions = new WeakMap<PoolClient, Session>()

/** The same for the same connection: its prepared statements are built once. */
function sessionOn(client: PoolClient): Session {
  const session = sessions.get(client) ?? drizzle(client)
  sessions.set(client, session)
  return session
}

/** Waits for a connection until the signal aborts; one that comes later goes back at once. */
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
 * Uses one connection. Where the signal aborts meanwhile the connection is cut, which on every database ends what it
 * waits for and rolls back what it has not committed; a commit that was sent is not stopped by it.
 * @param graceMs how long from the abort to the cut, asked at the abort
 * @throws the signal's reason where the connection was cut
 */
export async function onConnection<Result>(
  { db, signal }: Asked,
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
    // One that is lost, or still in a transaction, is of no use to others.
    if (!isCut) client.release(client.getTransactionStatus() !== 'I')
  }
}
