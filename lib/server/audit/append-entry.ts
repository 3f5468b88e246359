import { desc, sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { auditEntries } from '../store/schema'
import { storableText } from '../store/storable-text'
import { type AuditEntry, entryHash, FIRST_PREVIOUS_HASH } from './entry-hash'

/** The advisory lock of the audit in all processes: one transaction appends at a time, so that the chain never forks. */
const AUDIT_LOCK = 4_211_978

/** An audit entry to append; the chain adds sequence and hashes. */
export interface NewAuditEntry {
  at: Date
  actor: string
  role: string
  action: string
  requestId: string
  /** The sequence of the intent that this outcome completes; undefined for an intent. */
  completes?: number | undefined
  object?: { kind: string; id: string } | undefined
  reason?: string | undefined
  ticket?: string | undefined
  outcome?: string | undefined
  detail?: object | undefined
}

/** Locks the audit until the transaction ends. To avoid deadlocks, call this before locking users or sessions. */
export async function lockAudit(tx: DatabaseTransaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${AUDIT_LOCK})`)
}

/**
 * Appends an entry to the chain, in the caller's transaction or in a new one.
 * @returns the entry's sequence, for the entry that completes it
 */
export async function appendEntry(db: Database | DatabaseTransaction, entry: NewAuditEntry): Promise<number> {
  return db.transaction(async (tx) => {
    await lockAudit(tx)
    const [last] = await tx
      .select({ sequence: auditEntries.sequence, hash: auditEntries.hash })
      .from(auditEntries)
      .orderBy(desc(auditEntries.sequence))
      .limit(1)
    const previousHash = last?.hash ?? FIRST_PREVIOUS_HASH
    const row: AuditEntry = { ...rowOf(entry), sequence: (last?.sequence ?? 0) + 1 }
    await tx.insert(auditEntries).values({ ...row, previousHash, hash: entryHash(previousHash, row) })
    return row.sequence
  })
}

function rowOf({ at, actor, role, action, requestId, completes, object, ...rest }: NewAuditEntry) {
  return {
    at: at.toISOString(),
    actor: storable(actor),
    role: storable(role),
    action: storable(action),
    requestId: storable(requestId),
    phase: completes === undefined ? ('intent' as const) : ('outcome' as const),
    completes: completes ?? null,
    objectKind: storable(object?.kind),
    objectId: storable(object?.id),
    reason: storable(rest.reason),
    ticket: storable(rest.ticket),
    outcome: storable(rest.outcome),
    // JSON.stringify escapes NUL and lone surrogates.
    detail: JSON.stringify(rest.detail ?? {}),
  }
}

/** Returns the text as the database returns it; otherwise the hash would not match. */
function storable<Text extends string | undefined>(text: Text): Text extends string ? string : string | null
function storable(text: string | undefined): string | null {
  return text === undefined ? null : storableText(text)
}
