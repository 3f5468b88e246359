import { personOf } from '@/lib/people/access-key'
import type { ActivityOutcome } from '../activity'
import { Download } from '@/lib/core/download'
import { filtersOf, type ListName } from '@/lib/core/lists'
import type { ConsoleOperation } from '@/lib/core/operation'
import { operationOf, type ConsoleOperationName } from '@/lib/core/operations'
import { isSignedIn } from '@/lib/core/server/actor'
import { log } from '@/lib/core/server/log'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError, ProblemError } from '@/lib/core/server/problem'
import { consoleStore } from '@/lib/store/console-store'
import { emailOf } from '@/lib/store/user-rows'
import { countRefusal, isRecordedAttempt, ONE_BY_ONE } from './audited-attempts'
import { appendEntry, type NewAuditEntry, recordedTransaction } from '@/lib/store/append-entry'

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
  const { kind } = operationOf(call.name)
  if (auditOf(call)?.records !== 'run') return run(undefined)
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
  else if (kind === 'read' || operationOf(call.name).audit === undefined) await end('done', {})
  return output
}

/** True when the error belongs to a tracked change; `change_open` names another change that blocks this one. */
const isTrackedAsChange = (error: unknown) =>
  error instanceof ProblemError && error.problem.changeId !== undefined && error.problem.code !== 'change_open'

/**
 * Records that the role did not allow an operation: the first 50 of a person in 15 minutes, then every 50th. Visitors leave no entries,
 * because they could flood the audit.
 */
export async function auditRefusal(call: AuditedCall, refusal: Error): Promise<void> {
  const { actor, now } = call.context
  if (auditOf(call) === undefined || !isSignedIn(actor)) return
  const attempts = countRefusal(personOf(actor.name), now().getTime())
  if (!isRecordedAttempt(attempts)) return
  const entry = {
    ...entryOf(call),
    outcome: 'refused',
    detail: { ...auditDetail(refusal), ...(attempts > ONE_BY_ONE && { attempts }) },
  }
  const append = async () => appendWithTimeout({ ...entry, object: await withEmailAsId(entry.object) })
  await append().catch((error: unknown) => logMissingOutcome(call, { outcome: 'refused' }, error))
}

/** Replaces a user's id by the email, which identifies users in the audit. */
async function withEmailAsId(object: NewAuditEntry['object']): Promise<NewAuditEntry['object']> {
  return object?.kind === 'user' ? { ...object, id: await emailOf(await consoleStore(), object.id) } : object
}

/** Returns what the audit has of a call. Reads by a tool are audited too, with the object of the path. */
function auditOf({ name, context }: AuditedCall): ConsoleOperation['audit'] {
  const { audit, path } = operationOf(name)
  if (audit !== undefined || context.recordsReads === undefined) return audit
  const object = OBJECTS_OF_PATHS.find(({ idField }) => path.includes(`{${idField}}`))
  return { records: 'run', fields: [], ...(object && { object }) }
}

const OBJECTS_OF_PATHS = [
  { kind: 'subscription', idField: 'id' },
  { kind: 'invoice', idField: 'invoiceId' },
  { kind: 'customer', idField: 'externalId' },
] as const

/** Formats the fields of an object: `status active, endDate none`. */
export const formatFields = (fields: object) =>
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
  const audit = auditOf(call)
  const recorded = audit?.records === 'run' ? [...audit.fields, ...(audit.list ? listFields(audit.list) : [])] : []
  return {
    ...commonFields(context, name),
    object: objectOf(call),
    ...(typeof reason === 'string' && { reason }),
    ...(typeof ticket === 'string' && { ticket }),
    detail: {
      ...Object.fromEntries(
        Object.entries(input)
          .filter(([field]) => recorded.includes(field))
          .map(([field, value]) => [field, typeof value === 'object' && value !== null ? formatFields(value) : value]),
      ),
      ...(context.recordsReads && { by: 'tool' }),
    },
  }
}

const listFields = (list: ListName) => [...filtersOf(list).map(([name]) => name), 'sort', 'order']

const commonFields = ({ actor, requestId, now }: OperationContext, action: ConsoleOperationName) => ({
  at: now(),
  actor: actor.name,
  role: actor.role,
  action,
  requestId,
})

function objectOf(call: AuditedCall): NewAuditEntry['object'] {
  const object = auditOf(call)?.object
  if (object === undefined) return undefined
  const id: unknown = Object(call.input)[object.idField]
  return typeof id === 'string' ? { kind: object.kind, id } : undefined
}

/**
 * Appends an entry to this process's store, with a timeout of ten seconds.
 * @returns the entry's sequence
 */
async function appendWithTimeout(entry: NewAuditEntry): Promise<number> {
  return recordedTransaction(await consoleStore(), (tx) => appendEntry(tx, entry))
}

/** Problem codes of refusals by the console itself, before any request to the billing API. */
const OWN_REFUSALS: ReadonlySet<string> = new Set(['not_allowed', 'fresh_sign_in_required'])

/**
 * Returns the audit outcome of a failed operation.
 * @param isSent true when the operation changes data at the billing API
 */
function auditOutcome(error: unknown, isSent: boolean): ActivityOutcome {
  const uncertain = isSent ? 'unknown' : 'failed'
  if (!(error instanceof ProblemError)) return uncertain
  const { code, outcome, upstreamStatus } = error.problem
  if (OWN_REFUSALS.has(code)) return 'refused'
  if (outcome !== 'none') return uncertain
  return isSent && upstreamStatus === undefined ? 'not_sent' : 'refused'
}

/** Returns the audit detail of a failure: the problem's code and the status of the billing API's response. */
function auditDetail(error: unknown): object {
  if (!(error instanceof ProblemError)) return { code: 'internal_error' }
  const { code, upstreamStatus } = error.problem
  return { code, upstreamStatus }
}

/** How a file ended: after the last byte, abandoned by the client, or by an error. */
type FileEnd = 'finished' | 'left' | 'broken'

/**
 * Returns the same bytes, and calls `onEnd` once before the consumer sees the end.
 * @param onEnd must not reject
 */
function notifyOnEnd(
  bytes: AsyncIterator<Uint8Array>,
  onEnd: (end: FileEnd) => Promise<void>,
): AsyncIterator<Uint8Array> {
  let notified: Promise<void> | undefined
  const end = (how: FileEnd) => (notified ??= onEnd(how))
  return {
    async next() {
      try {
        const step = await bytes.next()
        if (step.done) await end('finished')
        return step
      } catch (error) {
        await end('broken')
        throw error
      }
    },
    async return() {
      await bytes.return?.()
      await end('left')
      return { done: true, value: undefined }
    },
  }
}
