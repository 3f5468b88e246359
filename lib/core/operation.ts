import type { RedirectResponse } from '@/lib/people/account'
import type { ACTIVITY_OBJECTS } from '@/lib/activity/activity'
import type { ChangeReport } from '@/lib/changes/change'
import type { Download } from './download'
import type { ListName } from './lists'
import type { PrintedDocument } from './printed-document'
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
type OperationKind = 'read' | 'raw' | 'file' | 'change' | 'update' | 'session' | 'redirect'

/**
 * Records an intent before the run and an outcome after it, or after the end of the file. Records refusals too. A change or an update
 * records its success itself.
 */
interface RunAudit {
  records: 'run'
  object?: AuditObject
  /** The recorded input fields besides the object, `reason` and `ticket`. Other fields may be secret. */
  fields: readonly string[]
  /** The list whose filters and order are recorded, too. */
  list?: ListName
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
  /** How the audit records the operation. Without it, the operation records itself or is not recorded. */
  audit?: RunAudit | RefusalAudit
  /** The largest body of a signed-in user; 64 KiB without it. */
  maxBodyBytes?: number | undefined
  /** Pages poll this operation, so it does not keep a session from becoming idle. */
  isPolled?: boolean
  /** True when a request with an access key may run it; without it, such a request gets a 403 with every role. */
  byKey?: true
  /** True when assistants get it as a tool (`lib/mcp/`); such an operation is `byKey`, too. */
  isTool?: true
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

/** An operation of one kind. `output` has no value: it holds the type of the result. */
type OperationOf<Kind extends OperationKind, Output> = ConsoleOperation & { kind: Kind; output?: Output }
type ApiPath = ConsoleOperation['path']

// A constructor for each kind. The permission is always written in the table.

/** Of an operation that access keys may run, too. */
export const BY_KEY = { byKey: true } as const
/** Of one that is a tool for assistants as well. */
export const AS_TOOL = { byKey: true, isTool: true } as const
type ByKey = Pick<OperationRecord, 'byKey' | 'isTool'>

interface ReadOptions extends ByKey {
  /** Default: GET. */
  method?: 'POST'
  isPolled?: true
}

export const read = <Output>(
  path: ApiPath,
  permission: Permission,
  options?: ReadOptions,
): OperationOf<'read', Output> => ({ kind: 'read', method: 'GET', path, permission, ...options })

/** The output is JSON text. */
export const raw = (path: ApiPath, permission: Permission, options?: ByKey): OperationOf<'raw', string> => ({
  kind: 'raw',
  method: 'GET',
  path,
  permission,
  ...options,
})

export const file = (
  path: ApiPath,
  permission: Permission,
  { byKey, ...audit }: Omit<RunAudit, 'records'> & Pick<ByKey, 'byKey'>,
): OperationOf<'file', Download> => ({
  kind: 'file',
  method: 'GET',
  path,
  permission,
  audit: { records: 'run', ...audit },
  ...(byKey && BY_KEY),
})

/** A document for paper. The audit records each reading of it, as of a file. */
export const printed = (
  path: ApiPath,
  permission: Permission,
  { byKey, ...audit }: Omit<RunAudit, 'records'> & Pick<ByKey, 'byKey'>,
): OperationOf<'read', PrintedDocument> => ({
  ...read<PrintedDocument>(path, permission, byKey && BY_KEY),
  audit: { records: 'run', ...audit },
})

/** The audit's object is the subscription of the path. */
export const change = (
  method: 'POST' | 'DELETE',
  path: ApiPath,
  permission: Permission,
  { fields, ...byKey }: Pick<RunAudit, 'fields'> & ByKey,
): OperationOf<'change', ChangeReport> => ({
  kind: 'change',
  method,
  path,
  permission,
  audit: { records: 'run', object: { kind: 'subscription', idField: 'id' }, fields },
  ...byKey,
})

export const update = <Output>(
  method: 'POST' | 'DELETE',
  path: ApiPath,
  permission: Permission,
  audit?: RunAudit | RefusalAudit,
  options?: Pick<OperationRecord, 'maxBodyBytes'> & ByKey,
): OperationOf<'update', Output> => ({
  kind: 'update',
  method,
  path,
  permission,
  ...(audit && { audit }),
  ...options,
})

export const session = (
  path: ApiPath,
  permission: Permission,
  form: `/${string}`,
): OperationOf<'session', RedirectResponse> => ({ kind: 'session', method: 'POST', path, permission, form })

export const redirect = (path: ApiPath, permission: Permission): OperationOf<'redirect', RedirectResponse> => ({
  kind: 'redirect',
  method: 'GET',
  path,
  permission,
})
