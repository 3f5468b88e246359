import type { Role } from '@/contract/console/roles'
import type { NewAuditEntry } from '../audit/append-entry'
import type { OperationContext } from '../operation-context'

interface AccountEvent {
  /** The operation's name. */
  action: string
  /** The account that the event is about. */
  email: string
  outcome: 'done' | 'refused'
  /** The user who signed in by this operation. Default: the context's actor. */
  as?: { email: string; role: Role }
  /** Further fields of the entry's detail. */
  detail?: object
}

/** Returns the audit entry of an account event, with the address and the browser of the request. */
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
