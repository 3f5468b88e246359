import type { Database, DatabaseTransaction } from '@/database/open-database'
import { type AuditEntry, entryHash, FIRST_PREVIOUS_HASH } from '@/lib/store/append-entry'
import { auditEntries } from '@/lib/store/schema'

const ROWS_PER_INSERT = 500

/** Returns an audit entry: intents and outcomes in turn, with varying actors and subscriptions. */
export function sampleEntry(sequence: number): AuditEntry {
  const isOutcome = sequence % 2 === 0
  return {
    sequence,
    at: new Date(Date.UTC(2027, 0, 1) + sequence * 60_000).toISOString(),
    actor: `agent${sequence % 7}@example.com`,
    role: 'agent',
    action: sequence % 5 === 0 ? 'deleteSubscription' : 'cancelSubscription',
    phase: isOutcome ? 'outcome' : 'intent',
    completes: isOutcome ? sequence - 1 : null,
    objectKind: 'subscription',
    objectId: `sub_${sequence % 100}`,
    reason: isOutcome ? null : `Asked by phone, ${sequence}: “Größe” 日本 🙂`,
    ticket: sequence % 3 === 0 ? `T-${sequence}` : null,
    outcome: isOutcome ? 'done' : null,
    detail: isOutcome ? '{"upstreamStatus":202}' : '{}',
    requestId: `request-${sequence}`,
  }
}

/** For tests: writes entries with their chained hashes. @returns the last hash */
export async function writeChain(
  db: Database | DatabaseTransaction,
  entries: readonly AuditEntry[],
  previousHash = FIRST_PREVIOUS_HASH,
): Promise<string> {
  let last = previousHash
  const rows = entries.map((entry) => {
    const before = last
    last = entryHash(before, entry)
    return { ...entry, previousHash: before, hash: last }
  })
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
    await db.insert(auditEntries).values(rows.slice(from, from + ROWS_PER_INSERT))
  return last
}
