import { createHash } from 'node:crypto'
import { type AnyColumn, desc, sql, type SQL } from 'drizzle-orm'
import { inTransaction } from '@/database/on-connection'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import type { ActivityOutcome } from '@/lib/activity/activity'
import { problemError, ProblemError } from '@/lib/core/server/problem'
import type { EntryContent, RuledWrite, StoreWrite, Writer } from '@/lib/core/server/store-write'
import { auditEntries, storableText } from './schema'
import { emailOf } from './user-rows'

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
async function lockAudit(tx: Pick<DatabaseTransaction, 'execute'>): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${AUDIT_LOCK})`)
}

/**
 * Appends an entry to the chain, in the caller's transaction or in a new one.
 * @returns the entry's sequence, for the entry that completes it
 */
export async function appendEntry(db: Database | DatabaseTransaction, entry: NewAuditEntry): Promise<number> {
  return db.transaction(async (tx) => {
    const [sequence] = await appendEntries(tx, [entry])
    return sequence ?? 0
  })
}

/**
 * Appends entries to the chain, in the caller's transaction.
 * @returns their sequences, in this order
 */
export async function appendEntries(
  tx: Pick<DatabaseTransaction, 'execute' | 'select' | 'insert'>,
  entries: readonly NewAuditEntry[],
): Promise<number[]> {
  if (entries.length === 0) return []
  await lockAudit(tx)
  const [last] = await tx
    .select({ sequence: auditEntries.sequence, hash: auditEntries.hash })
    .from(auditEntries)
    .orderBy(desc(auditEntries.sequence))
    .limit(1)
  let previousHash = last?.hash ?? FIRST_PREVIOUS_HASH
  const rows = entries.map((entry, nth) => {
    const row: AuditEntry = { ...rowOf(entry), sequence: (last?.sequence ?? 0) + 1 + nth }
    const linked = { ...row, previousHash, hash: entryHash(previousHash, row) }
    previousHash = linked.hash
    return linked
  })
  await tx.insert(auditEntries).values(rows)
  return rows.map(({ sequence }) => sequence)
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

/** The caller waits for the transaction, so a store that does not respond must not block it for long. */
const TIMEOUT_MS = 10_000

/**
 * Runs a transaction that appends to the audit. Locks the audit before anything else, so that two of them cannot deadlock.
 * @throws ProblemError `store_unavailable` after `ms`, OutcomeUnknown, or what `run` throws
 */
export async function recordedTransaction<T>(
  db: Database,
  run: (tx: DatabaseTransaction) => Promise<T>,
  { ms = TIMEOUT_MS, locksAuditLast = false } = {},
): Promise<T> {
  const signal = AbortSignal.timeout(ms)
  try {
    return await inTransaction({ db, signal }, async (tx) => {
      if (!locksAuditLast) await lockAudit(tx)
      return run(tx)
    })
  } catch (cause) {
    if (!signal.aborted || cause !== signal.reason) throw cause
    throw problemError(
      'store_unavailable',
      'The console’s database did not respond in time. Nothing was changed. Try again in a moment.',
      { cause },
    )
  }
}

/**
 * Runs a write and appends its audit entry in the same transaction. Also records a refused write where the write says so.
 * @returns the output of the write
 * @throws ProblemError `store_unavailable` after its longest time, OutcomeUnknown, or an error of the write
 */
export async function writeRecorded<Output>(
  db: Database,
  writer: Writer,
  storeWrite: StoreWrite<Output>,
): Promise<Output> {
  const ruled: RuledWrite<Output> = typeof storeWrite === 'function' ? { write: storeWrite } : storeWrite
  const { write, refusedUser, ...limits } = ruled
  const run = async (tx: DatabaseTransaction) => {
    const { entry, output } = await write(tx, writer)
    const entries = [entry ?? []].flat().map((each) => entryBy(writer, 'done', each))
    await appendEntries(tx, entries)
    return output
  }
  const output = await recordedTransaction(db, run, limits).catch(async (error: unknown) => {
    if (refusedUser !== undefined && error instanceof ProblemError) {
      const object = refusedUser === null ? undefined : { kind: 'user', id: await emailOf(db, refusedUser) }
      await appendEntry(db, entryBy(writer, 'refused', { object, detail: { code: error.problem.code } }))
    }
    throw error
  })
  return output()
}

/** Returns the entry of a writer. */
export const entryBy = (
  { now, name, role, action, requestId }: Writer,
  outcome: ActivityOutcome,
  content: EntryContent,
): NewAuditEntry => ({ at: now, actor: name, role, action, requestId, outcome, ...content })

/** The hashed fields of an entry; absent ones are null. */
export type AuditEntry = Omit<typeof auditEntries.$inferSelect, 'previousHash' | 'hash'>

/** The previous hash of the first entry. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/**
 * Returns the hash of an entry: SHA-256, in hex, of the previous hash and the entry's values in this order, as a JSON
 * list, whose encoding is unambiguous.
 */
export function entryHash(previousHash: string, entry: AuditEntry): string {
  const { sequence, at, actor, role, action, phase, completes, objectKind, objectId, reason } = entry
  const { ticket, outcome, detail, requestId } = entry
  const head = [sequence, at, actor, role, action, phase, completes, objectKind, objectId]
  const values = [previousHash, ...head, reason, ticket, outcome, detail, requestId]
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}

/**
 * Returns the SQL for an instant's text as the audit writes it. Forged values (another era, microseconds, infinity) get
 * PostgreSQL's own text, which is unique for each value and never fails.
 */
export const instantText = (at: AnyColumn): SQL<string> =>
  sql`case when ${at} >= '0001-01-01T00:00:00Z' and ${at} < '10000-01-01T00:00:00Z' and date_trunc('milliseconds', ${at}) = ${at} then to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') else ${at}::text end`
