import { consoleStore } from '../store/console-store'
import { appendEntry, type NewAuditEntry } from './append-entry'
import { recordedTransaction } from './recorded-transaction'

/**
 * Appends an entry to this process's store, with a timeout of ten seconds.
 * @returns the entry's sequence
 */
export async function appendWithTimeout(entry: NewAuditEntry): Promise<number> {
  return recordedTransaction(await consoleStore(), (tx) => appendEntry(tx, entry))
}
