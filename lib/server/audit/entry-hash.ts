import { createHash } from 'node:crypto'

/** What an entry says, as it is kept and hashed. Absent parts are null. */
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

/** What stands before the first entry. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64)

/**
 * The hash of an entry: SHA-256, in hex, of the hash before it and of its values in this order as a JSON list, which is
 * written in one way only.
 */
export function entryHash(previousHash: string, entry: AuditEntry): string {
  const { sequence, at, actor, role, action, phase, completes, objectKind, objectId, reason } = entry
  const { ticket, outcome, detail, requestId } = entry
  const who = [sequence, at, actor, role, action, phase, completes, objectKind, objectId]
  const values = [previousHash, ...who, reason, ticket, outcome, detail, requestId]
  return createHash('sha256').update(JSON.stringify(values)).digest('hex')
}
