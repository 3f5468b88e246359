import { onConnection, type Asked } from './on-connection'
import type { DatabaseTransaction } from './open-database'
import { OutcomeUnknown } from './unavailable'

/** How long the answer to a commit is waited for after the signal aborted. */
const COMMIT_GRACE_MS = 1_000

/**
 * Writes in one transaction. Where the signal aborts before the commit is sent, all of it is rolled back; after that it
 * is too late, and the answer to the commit counts. So every error but `OutcomeUnknown` means that nothing was changed.
 * @throws OutcomeUnknown, the signal's reason, or what `write` throws
 */
export async function inTransaction<Result>(
  asked: Asked,
  write: (tx: DatabaseTransaction) => Promise<Result>,
): Promise<Result> {
  let isCommitting = false
  try {
    return await onConnection(
      asked,
      (session) =>
        session.transaction(async (tx) => {
          const result = await write(tx)
          asked.signal?.throwIfAborted()
          // Drizzle sends the commit now, before anything else can happen.
          isCommitting = true
          return result
        }),
      () => (isCommitting ? COMMIT_GRACE_MS : 0),
    )
  } catch (error) {
    throw isCommitting ? new OutcomeUnknown('the answer to a commit did not come', { cause: error }) : error
  }
}
