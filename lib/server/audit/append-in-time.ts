import { inTransaction } from '@/database/in-transaction'
import { consoleStore } from '../store/console-store'
import { appendEntry, type NewAuditEntry } from './append-entry'

/** Whoever waits for an answer waits for the audit as well: one that does not answer must not hold them for long. */
const MOST_WAIT_MS = 10_000

/**
 * Appends an entry to this process's store, or fails within ten seconds.
 * @returns its sequence
 */
export async function appendInTime(entry: NewAuditEntry): Promise<number> {
  const db = await consoleStore()
  return inTransaction({ db, signal: AbortSignal.timeout(MOST_WAIT_MS) }, (tx) => appendEntry(tx, entry))
}
