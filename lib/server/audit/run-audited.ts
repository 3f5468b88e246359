import type { ActivityOutcome } from '@/contract/console/activity'
import { Download } from '@/contract/console/download'
import type { ConsoleOperation } from '@/contract/console/operation'
import { CONSOLE_OPERATIONS, type ConsoleOperationName } from '@/contract/console/operations'
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

interface AuditedCall {
  name: ConsoleOperationName
  context: OperationContext
  /** The validated input. */
  input: object
}

/**
 * Runs an operation. When its `audit` records the run, appends the intent before the run and the outcome after it, or
 * after the end of the file.
 * @throws ProblemError `store_unavailable` when the intent cannot be appended; the operation does not run then
 */
export async function runAudited<Output>(
  call: AuditedCall,
  run: (intent: number | undefined) => Promise<Output>,
): Promise<Output> {
  const { kind, audit } = operationOf(call.name)
  if (audit?.records !== 'run') return run(undefined)
  const intent = await appendIntent(call)
  const end = (outcome: ActivityOutcome, detail: object) => appendOutcome(call, intent, outcome, detail)
  let output: Output
  try {
    output = await run(intent)
  } catch (error) {
    if (!isTrackedAsChange(error)) await end(auditOutcome(error, kind === 'change'), auditDetail(error))
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
  if (operationOf(call.name).audit === undefined || !isSignedIn(call.context.actor)) return
  const entry = { ...entryOf(call), outcome: 'refused', detail: auditDetail(refusal) }
  const append = async () => appendWithTimeout({ ...entry, object: await withEmailAsId(entry.object) })
  await append().catch((error: unknown) => logMissingOutcome(call, { outcome: 'refused' }, error))
}

/** Replaces a user's id by the email, which identifies users in the audit. */
async function withEmailAsId(object: NewAuditEntry['object']): Promise<NewAuditEntry['object']> {
  return object?.kind === 'user' ? { ...object, id: await emailOf(await consoleStore(), object.id) } : object
}

const operationOf = (name: ConsoleOperationName): ConsoleOperation => CONSOLE_OPERATIONS[name]

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
      'The audit entry could not be written, so nothing was done. Try again in a moment. If this continues, contact the person who runs the console.',
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
  const { audit } = operationOf(name)
  const recorded = audit?.records === 'run' ? audit.fields : []
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

function objectOf({ name, input }: AuditedCall): NewAuditEntry['object'] {
  const object = operationOf(name).audit?.object
  if (object === undefined) return undefined
  const id: unknown = Object(input)[object.idField]
  return typeof id === 'string' ? { kind: object.kind, id } : undefined
}
