import type { ActivityOutcome } from '@/contract/console/activity'
import { Download } from '@/contract/console/download'
import { CONSOLE_OPERATIONS, type ConsoleOperation, type ConsoleOperationName } from '@/contract/console/operations'
import { isSignedIn } from '../actor'
import { log } from '../log'
import type { OperationContext } from '../operation-context'
import { problemError, ProblemError } from '../problem'
import { consoleStore } from '../store/console-store'
import { emailOf } from '../store/find-users'
import type { NewAuditEntry } from './append-entry'
import { appendWithTimeout } from './append-with-timeout'
import { auditDetail, auditOutcome } from './audit-outcome'
import { type FileEnd, notifyOnEnd } from './notify-on-end'

/** Input fields that the audit records besides object, reason and ticket. Other fields may be secret. */
const RECORDED_FIELDS = ['externalCustomerId', 'seen', 'copy', 'email', 'role', 'disabled']
const RECORDED_FILTERS = ['actor', 'action', 'outcome', 'objectKind', 'objectId', 'from', 'to', 'text']

interface AuditedCall {
  name: ConsoleOperationName
  context: OperationContext
  /** The validated input. */
  input: object
}

/**
 * Runs an operation. For one that changes the billing API's data or exports a file, appends the intent before the run and
 * the outcome after it, or after the end of the file.
 * @throws ProblemError `store_unavailable` when the intent cannot be appended; the operation does not run then
 */
export async function runAudited<Output>(
  call: AuditedCall,
  run: (intent: number | undefined) => Promise<Output>,
): Promise<Output> {
  if (!isAudited(call.name)) return run(undefined)
  const intent = await appendIntent(call)
  const end = (outcome: ActivityOutcome, detail: object) => appendOutcome(call, intent, outcome, detail)
  let output: Output
  try {
    output = await run(intent)
  } catch (error) {
    if (!isTrackedAsChange(error)) await end(auditOutcome(error, isSent(call.name)), auditDetail(error))
    throw error
  }
  // A change records each of its states itself (`changes/`).
  if (output instanceof Download) endWithFile(output, end)
  return output
}

/** True when the error belongs to a tracked change; `change_open` names another change that blocks this one. */
const isTrackedAsChange = (error: unknown) =>
  error instanceof ProblemError && error.problem.changeId !== undefined && error.problem.code !== 'change_open'

/** Records that the role did not allow an operation. Visitors leave no entries, because they could flood the audit. */
export async function auditRefusal(call: AuditedCall, refusal: Error): Promise<void> {
  if (!isRefusalRecorded(call.name) || !isSignedIn(call.context.actor)) return
  const entry = { ...entryOf(call), outcome: 'refused', detail: auditDetail(refusal) }
  const append = async () => appendWithTimeout({ ...entry, object: await withEmailAsId(entry.object) })
  await append().catch((error: unknown) => logMissingOutcome(call, { outcome: 'refused' }, error))
}

/** Replaces a user's id by the email, which identifies users in the audit. */
async function withEmailAsId(object: NewAuditEntry['object']): Promise<NewAuditEntry['object']> {
  return object?.kind === 'user' ? { ...object, id: await emailOf(await consoleStore(), object.id) } : object
}

const isAudited = (name: ConsoleOperationName) => isSent(name) || operationOf(name).file === true

/** True for audited operations and for changes of users, whose successes `usersTransaction` records. */
function isRefusalRecorded(name: ConsoleOperationName): boolean {
  const { permission, method } = operationOf(name)
  return isAudited(name) || (permission === 'users' && method !== 'GET')
}

const operationOf = (name: ConsoleOperationName): ConsoleOperation => CONSOLE_OPERATIONS[name]

/** True when the operation changes data at the billing API. */
const isSent = (name: ConsoleOperationName) => ['cancel', 'delete'].includes(CONSOLE_OPERATIONS[name].permission)

/** Formats the fields of an object: `status active, endDate none`. */
const formatFields = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${value ?? 'none'}`)
    .join(', ')

async function appendIntent(call: AuditedCall): Promise<number> {
  try {
    return await appendWithTimeout(entryOf(call))
  } catch (cause) {
    log().error({ event: 'audit', operation: call.name, requestId: call.context.requestId, err: cause })
    throw problemError(
      'store_unavailable',
      'It could not be written down who does this and why, so nothing was done. Try again in a moment; if it stays so, whoever runs the console should look at its database.',
      { cause },
    )
  }
}

/** Appends the outcome. A failure is only logged: the response is still true, and the intent stays without an outcome. */
async function appendOutcome(
  call: AuditedCall,
  intent: number,
  outcome: ActivityOutcome,
  detail: object,
): Promise<void> {
  const { context, name } = call
  const entry = { ...commonFields(context, name), object: objectOf(call), completes: intent, outcome, detail }
  await appendWithTimeout(entry).catch((error: unknown) => logMissingOutcome(call, { intent, outcome }, error))
}

function endWithFile(file: Download, end: (outcome: ActivityOutcome, detail: object) => Promise<void>): void {
  file.bytes = notifyOnEnd(file.bytes, async (how: FileEnd) => {
    const { rows, isWhole = true } = file.content?.() ?? {}
    if (how === 'finished' && isWhole) await end('done', { rows })
    else await end('failed', { rows, file: how === 'finished' ? 'partial' : how })
  })
}

function logMissingOutcome({ name, context }: AuditedCall, what: object, err: unknown): void {
  const { requestId } = context
  log().error({ event: 'audit', operation: name, requestId, ...what, err }, 'an outcome is missing in the audit')
}

function entryOf(call: AuditedCall): NewAuditEntry {
  const { name, context } = call
  const input: Record<string, unknown> = { ...call.input }
  const { reason, ticket } = input
  const recorded = name === 'exportActivity' ? RECORDED_FILTERS : RECORDED_FIELDS
  return {
    ...commonFields(context, name),
    object: objectOf(call),
    ...(typeof reason === 'string' && { reason }),
    ...(typeof ticket === 'string' && { ticket }),
    detail: Object.fromEntries(
      Object.entries(input)
        .filter(([field]) => recorded.includes(field))
        .map(([field, value]) => [field, typeof value === 'object' && value !== null ? formatFields(value) : value]),
    ),
  }
}

const commonFields = ({ actor, requestId, now }: OperationContext, action: ConsoleOperationName) => ({
  at: now(),
  actor: actor.name,
  role: actor.role,
  action,
  requestId,
})

/** Returns the object in the operation's path: a subscription for `/api/subscriptions/{id}/cancel`. */
function objectOf({ name: operation, input }: AuditedCall): NewAuditEntry['object'] {
  const [, kind, field] = /^\/api\/(\w+)s\/\{(\w+)\}/.exec(CONSOLE_OPERATIONS[operation].path) ?? []
  const id: unknown = Object.entries(input).find(([name]) => name === field)?.[1]
  return kind !== undefined && typeof id === 'string' ? { kind, id } : undefined
}
