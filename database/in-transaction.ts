import { onConnection, type DatabaseContext } from './on-connection'
import type { DatabaseTransaction } from './open-database'
import { isTransactionConflict } from './retry-transaction'
import { OutcomeUnknown } from './unavailable'

/** Time to wait for the response to a commit after the signal aborted. */
const COMMIT_GRACE_MS = 1_000

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
