import { desc, sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { auditEntries } from '../store/schema'
import { storableText } from '../store/storable-text'
import { type AuditEntry, entryHash, FIRST_PREVIOUS_HASH } from './entry-hash'

/** Any number, the same in every process: one appends at a time, so that the chain has no forks. */
const AUDIT_LOCK = 4_211_978

/** What happened; the rest is the chain's. */
export interface NewAuditEntry {
  at: Date
  actor: string
  role: string
  action: string
  requestId: string
  /** The sequence of the entry that this one completes; without it, it says what somebody is about to do, or did. */
  completes?: number | undefined
  object?: { kind: string; id: string } | undefined
  reason?: string | undefined
  ticket?: string | undefined
  outcome?: string | undefined
  detail?: object | undefined
}

/** Until the transaction ends nobody else appends. Who also locks users or sessions takes this first, as signing in does. */
export async function lockAudit(tx: DatabaseTransaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${AUDIT_LOCK})`)
}

/**
 * Appends an entry to the chain, in the caller's transaction or one of its own.
 * @returns its sequence, for the entry that completes it
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
    actor: kept(actor),
    role: kept(role),
    action: kept(action),
    requestId: kept(requestId),
    phase: completes === undefined ? ('intent' as const) : ('outcome' as const),
    completes: completes ?? null,
    objectKind: kept(object?.kind),
    objectId: kept(object?.id),
    reason: kept(rest.reason),
    ticket: kept(rest.ticket),
    outcome: kept(rest.outcome),
    // JSON.stringify writes both as escapes.
    detail: JSON.stringify(rest.detail ?? {}),
  }
}

/** Text as it is kept, or its hash would not fit it. */
function kept<Text extends string | undefined>(text: Text): Text extends string ? string : string | null
function kept(text: string | undefined): string | null {
  return text === undefined ? null : storableText(text)
}
