import type { ACTIVITY_OBJECTS } from './activity'
import type { ConsoleErrorCode } from './errors'
import type { Permission } from './roles'

/**
 * What an operation does.
 * - `read`: returns JSON and changes nothing
 * - `raw`: returns the billing API's response as it was sent
 * - `file`: returns a download that a link opens; an error is shown as a page
 * - `change`: cancels or deletes a subscription; tracked until its outcome is known
 * - `update`: changes something else that the console keeps
 * - `session`: starts, renews or ends the caller's session and redirects; a form sends it, with or without scripts
 * - `redirect`: a link opens it and is redirected; an error is shown as a page
 */
export type OperationKind = 'read' | 'raw' | 'file' | 'change' | 'update' | 'session' | 'redirect'

/** Records an intent before the run and an outcome after it, or after the end of the file. Records refusals too. */
interface RunAudit {
  records: 'run'
  object?: AuditObject
  /** The recorded input fields besides the object, `reason` and `ticket`. Other fields may be secret. */
  fields: readonly string[]
}

/** Records only a refusal by the role, because the operation records its success itself. */
interface RefusalAudit {
  records: 'refusal'
  object?: AuditObject
}

/** The object of an audit entry, and the input field with its ID. */
interface AuditObject {
  kind: (typeof ACTIVITY_OBJECTS)[number]
  idField: string
}

interface OperationRecord {
  kind: OperationKind
  method: 'GET' | 'POST' | 'DELETE'
  /** Each `{name}` is a field of the input, one percent-encoded segment. The rest is the query of a GET, else the body. */
  path: `/api/${string}`
  /** The permission that the user needs. */
  permission: Permission
  /** The errors besides those of every request (`forbidden_origin`, `invalid_request`, `store_unavailable`, `console_busy`, `internal_error`). */
  errors: readonly ConsoleErrorCode[]
  /** How the audit records the operation. Without it, the operation records itself or is not recorded. */
  audit?: RunAudit | RefusalAudit
  /** Pages poll this operation, so it does not keep a session from becoming idle. */
  isPolled?: boolean
}

export type ConsoleOperation = OperationRecord &
  (
    | { kind: 'read' | 'raw' | 'update' | 'redirect' }
    | { kind: 'file' | 'change'; audit: RunAudit }
    /** The page with the form. Without scripts, an error is shown there. */
    | { kind: 'session'; form: `/${string}` }
  )

/** True for an operation that changes nothing, so that its failure leaves no outcome to check. */
export const isRead = ({ kind }: Pick<ConsoleOperation, 'kind'>): boolean =>
  kind === 'read' || kind === 'raw' || kind === 'file'
