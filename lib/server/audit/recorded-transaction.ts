import { inTransaction } from '@/database/in-transaction'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { problemError } from '../problem'
import { lockAudit } from './append-entry'

/** The caller waits for the transaction, so a store that does not respond must not block it for long. */
const TIMEOUT_MS = 10_000

/**
 * Runs a transaction that appends to the audit. Locks the audit before anything else, so that two of them cannot deadlock.
 * @throws ProblemError `store_unavailable` after ten seconds, OutcomeUnknown, or what `run` throws
 */
export function recordedTransaction<T>(db: Database, run: (tx: DatabaseTransaction) => Promise<T>): Promise<T> {
  return transactionWithin(db, TIMEOUT_MS, async (tx) => {
    await lockAudit(tx)
    return run(tx)
  })
}

/** Runs a transaction for at most `ms`. @throws ProblemError `store_unavailable` after that time, OutcomeUnknown, or an error of `run` */
export async function transactionWithin<T>(
  db: Database,
  ms: number,
  run: (tx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(ms)
  try {
    return await inTransaction({ db, signal }, run)
  } catch (cause) {
    if (!signal.aborted || cause !== signal.reason) throw cause
    throw problemError(
      'store_unavailable',
      'The console’s database did not respond in time. Nothing was changed. Try again in a moment.',
      { cause },
    )
  }
}
