import { onConnection, type Asked } from './on-connection'
import type { DatabaseTransaction } from './open-database'

/**
 * Reads with several statements that see the same state of the database.
 * @throws the signal's reason where it aborts meanwhile
 */
export function inSnapshot<Result>(asked: Asked, read: (tx: DatabaseTransaction) => Promise<Result>): Promise<Result> {
  return onConnection(asked, (session) =>
    session.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' }),
  )
}
