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

/** What of an input is kept beside object, reason and ticket; of anything else nobody has said that it is no secret. */
const KEPT_FIELDS = ['externalCustomerId', 'seen', 'copy', 'email', 'role', 'disabled']
const KEPT_FILTERS = ['actor', 'action', 'outcome', 'objectKind', 'objectId', 'from', 'to', 'text']

/** An operation that somebody asked for. */
interface Asked {
  name: ConsoleOperationName
  context: OperationContext
  /** As it was checked. */
  input: object
}

/**
 * Runs an operation. One that changes something, or takes data out in a file, stands in the audit before it runs, and how
 * it ended after it: with a file, when the file has ended.
 * @throws ProblemError `store_unavailable` where it could not be written down first; then it did not run
 */
export async function runAudited<Output>(
  asked: Asked,
  run: (intent: number | undefined) => Promise<Output>,
): Promise<Output> {
  if (!isAudited(asked.name)) return run(undefined)
  const intent = await appendIntent(asked)
  const end = (outcome: ActivityOutcome, detail: object) => appendEnd(asked, intent, outcome, detail)
  let output: Output
  try {
    output = await run(intent)
  } catch (error) {
    if (!isKeptAsChange(error)) await end(auditOutcome(error, isSent(asked.name)), auditDetail(error))
    throw error
  }
  // A write has put each of its states on record itself (`writes/move-on.ts`).
  if (output instanceof Download) endWithFile(output, end)
  return output
}

/** Whether it ended as a write that is kept: one that another is in the way of is none. */
const isKeptAsChange = (error: unknown) =>
  error instanceof ProblemError && error.problem.changeId !== undefined && error.problem.code !== 'change_open'

/** Writes down that somebody's role did not allow an operation. Strangers leave no entries: they could leave any number. */
export async function auditRefusal(asked: Asked, refusal: Error): Promise<void> {
  if (!isRefusalKept(asked.name) || !isSignedIn(asked.context.actor)) return
  const entry = { ...entryOf(asked), outcome: 'refused', detail: auditDetail(refusal) }
  const append = async () => appendWithTimeout({ ...entry, object: await calledAlike(entry.object) })
  await append().catch((error: unknown) => logLost(asked, { outcome: 'refused' }, error))
}

/** People are called by their address in the audit, also where they were asked for by id. */
async function calledAlike(object: NewAuditEntry['object']): Promise<NewAuditEntry['object']> {
  return object?.kind === 'user' ? { ...object, id: await emailOf(await consoleStore(), object.id) } : object
}

const isAudited = (name: ConsoleOperationName) => isSent(name) || operationOf(name).file === true

/** Changes of users stand in the audit by the transaction that makes them: both are there, or neither. */
function isRefusalKept(name: ConsoleOperationName): boolean {
  const { permission, method } = operationOf(name)
  return isAudited(name) || (permission === 'users' && method !== 'GET')
}

const operationOf = (name: ConsoleOperationName): ConsoleOperation => CONSOLE_OPERATIONS[name]

/** Whether it changes something at the billing API. */
const isSent = (name: ConsoleOperationName) => ['cancel', 'delete'].includes(CONSOLE_OPERATIONS[name].permission)

/** Fields of an object, in words: `status active, endDate none`. */
const inWords = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${value ?? 'none'}`)
    .join(', ')

async function appendIntent(asked: Asked): Promise<number> {
  try {
    return await appendWithTimeout(entryOf(asked))
  } catch (cause) {
    log().error({ event: 'audit', operation: asked.name, requestId: asked.context.requestId, err: cause })
    throw problemError(
      'store_unavailable',
      'It could not be written down who does this and why, so nothing was done. Try again in a moment; if it stays so, whoever runs the console should look at its database.',
      { cause },
    )
  }
}

/** The answer tells what happened whether or not this is written: without it the intent stands alone, and says so. */
async function appendEnd(asked: Asked, intent: number, outcome: ActivityOutcome, detail: object): Promise<void> {
  const { context, name } = asked
  const entry = { ...whoAndWhat(context, name), object: objectOf(asked), completes: intent, outcome, detail }
  await appendWithTimeout(entry).catch((error: unknown) => logLost(asked, { intent, outcome }, error))
}

function endWithFile(file: Download, end: (outcome: ActivityOutcome, detail: object) => Promise<void>): void {
  file.bytes = notifyOnEnd(file.bytes, async (how: FileEnd) => {
    const { rows, isWhole = true } = file.content?.() ?? {}
    if (how === 'finished' && isWhole) await end('done', { rows })
    else await end('failed', { rows, file: how === 'finished' ? 'partial' : how })
  })
}

function logLost({ name, context }: Asked, what: object, err: unknown): void {
  const { requestId } = context
  log().error({ event: 'audit', operation: name, requestId, ...what, err }, 'an outcome is missing in the audit')
}

function entryOf(asked: Asked): NewAuditEntry {
  const { name, context } = asked
  const input: Record<string, unknown> = { ...asked.input }
  const { reason, ticket } = input
  const kept = name === 'exportActivity' ? KEPT_FILTERS : KEPT_FIELDS
  return {
    ...whoAndWhat(context, name),
    object: objectOf(asked),
    ...(typeof reason === 'string' && { reason }),
    ...(typeof ticket === 'string' && { ticket }),
    detail: Object.fromEntries(
      Object.entries(input)
        .filter(([field]) => kept.includes(field))
        .map(([field, value]) => [field, typeof value === 'object' && value !== null ? inWords(value) : value]),
    ),
  }
}

const whoAndWhat = ({ actor, requestId, now }: OperationContext, action: ConsoleOperationName) => ({
  at: now(),
  actor: actor.name,
  role: actor.role,
  action,
  requestId,
})

/** What the operation's path names by its id: `/api/subscriptions/{id}/cancel` is about a subscription. */
function objectOf({ name: operation, input }: Asked): NewAuditEntry['object'] {
  const [, kind, field] = /^\/api\/(\w+)s\/\{(\w+)\}/.exec(CONSOLE_OPERATIONS[operation].path) ?? []
  const id: unknown = Object.entries(input).find(([name]) => name === field)?.[1]
  return kind !== undefined && typeof id === 'string' ? { kind, id } : undefined
}
