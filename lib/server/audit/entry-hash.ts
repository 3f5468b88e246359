import { createHash } from 'node:crypto'

/** The hashed fields of an entry; absent ones are null. */
export interface AuditEntry {
  sequence: number
  /** UTC, with milliseconds. */
  at: string
  actor: string
  role: string
  action: string
  phase: 'intent' | 'outcome'
  completes: number | null
  objectKind: string | null
  objectId: string | null
  reason: string | null
  ticket: string | null
  outcome: string | null
  /** JSON. */
  detail: string
  requestId: string
}

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
