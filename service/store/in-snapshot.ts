import type { Database, DatabaseTransaction } from './open'

/** Reads with several statements that see the same state of the database. */
export function inSnapshot<Result>(db: Database, read: (tx: DatabaseTransaction) => Promise<Result>): Promise<Result> {
  return db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' })
}
