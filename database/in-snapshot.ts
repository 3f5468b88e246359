import { onConnection, type DatabaseContext } from './on-connection'
import type { DatabaseTransaction } from './open-database'

/**
 * Runs several reads on one snapshot of the database.
 * @throws the signal's reason when the signal aborts
 */
export function inSnapshot<Result>(
  context: DatabaseContext,
  read: (tx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  return onConnection(context, (session) =>
    session.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' }),
  )
}
