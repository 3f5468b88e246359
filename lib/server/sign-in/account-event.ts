import type { Role } from '@/contract/console/roles'
import type { NewAuditEntry } from '../audit/append-entry'
import type { OperationContext } from '../operation-context'

interface AccountEvent {
  /** The operation's name. */
  action: string
  /** Whose account. */
  email: string
  outcome: 'done' | 'refused'
  /** Who proved by it to be this user; without it the actor is who asked. */
  as?: { email: string; role: Role }
  /** What else there is to say. */
  detail?: object
}

/** What happened to an account, for the audit: with the address and the browser it was asked from. */
export function accountEvent(
  { actor, peer, userAgent, requestId, now }: OperationContext,
  { action, email, outcome, as, detail }: AccountEvent,
): NewAuditEntry {
  return {
    at: now(),
    actor: as?.email ?? actor.name,
    role: as?.role ?? actor.role,
    action,
    requestId,
    object: { kind: 'user', id: email },
    outcome,
    detail: { peer, userAgent: userAgent.slice(0, 200), ...detail },
  }
}
