import { isRead, OPERATIONS, type OperationName } from '@/lib/core/operations'
import { type InputOf, OPERATION_MAP, type OutputOf, operationOf } from './operations'
import type { z } from 'zod'
import { isAllowed } from '@/lib/core/roles'
import { runAudited, auditRefusal } from '@/lib/activity/server/run-audited'
import type { SpanResult } from '@/telemetry/tracing'
import type { Actor } from '@/lib/core/server/actor'
import { log, logFieldsOf } from '@/lib/core/server/log'
import { metricsRecorder } from '@/lib/core/server/metrics-recorder'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { invalidInput } from '@/lib/core/server/invalid-input'
import { CALLER_GONE, problemError, ProblemError, statusOfError } from '@/lib/core/server/problem'
import { inSpan } from '@/lib/core/server/request-trace'
import type { Operation } from '@/lib/core/server/operation'
import { type Pending, type StoreWrite, writerOf } from '@/lib/core/server/store-write'
import { writeRecorded } from '@/lib/store/append-entry'
import { consoleStore } from '@/lib/store/console-store'

/** An operation whose input and output are those of its name. */
type Runnable<Name extends OperationName> = { input: z.ZodType<InputOf<Name>> } & (
  | { run: (context: OperationContext, input: InputOf<Name>) => Promise<OutputOf<Name>>; write?: undefined }
  | { write: (context: OperationContext, input: InputOf<Name>) => Pending<StoreWrite<OutputOf<Name>>> }
)
const RUNNABLE: { [Name in OperationName]: Runnable<Name> } = OPERATION_MAP

/**
 * Runs an operation for a page or a route: permission, input check, execution, and one log line without ids (the audit
 * has them). The creator of the context has checked host and origin.
 * @param input the fields of the path and of the query or body, unchecked
 * @throws ProblemError `sign_in_required`, `not_allowed`, `invalid_id`, `invalid_request`, or as the operation's
 * `errors` say
 */
export function runOperation<Name extends OperationName>(
  name: Name,
  context: OperationContext,
  input: unknown,
): Promise<OutputOf<Name>> {
  const readStart = context.environment.index.startRead()
  return inSpan('server', (end) => runRecorded(name, { ...context, readStart }, input, end))
}

async function runRecorded<Name extends OperationName>(
  name: Name,
  context: OperationContext,
  input: unknown,
  end: (result: SpanResult) => void,
): Promise<OutputOf<Name>> {
  const started = performance.now()
  const line = () => ({
    event: OPERATIONS[name].kind,
    operation: name,
    actor: context.actor.name,
    requestId: context.requestId,
    ms: Math.round(performance.now() - started),
  })
  const record = (status: number) => {
    metricsRecorder()?.recordOperation({ operation: name, status, ms: performance.now() - started })
    end({ name, status, isFailed: status >= 500 })
  }
  try {
    const admitted = await admit(name, context, input)
    const output = await runAudited({ operation: operationOf(name), context, input: admitted }, (intent) =>
      perform(name, intent === undefined ? context : { ...context, intent }, admitted),
    )
    log().info({ ...line(), status: 200, ...changeFieldsOf(output) })
    record(200)
    return output
  } catch (error) {
    if (isCallerGone(name, context, error)) {
      log().info({ ...line(), status: CALLER_GONE })
      record(CALLER_GONE)
    } else {
      log()[error instanceof ProblemError ? 'warn' : 'error']({ ...line(), ...logFieldsOf(error) })
      record(statusOfError(error))
    }
    throw error
  }
}

/** Runs an operation, or makes its write to the store together with the audit entry. */
async function perform<Name extends OperationName>(
  name: Name,
  context: OperationContext,
  input: InputOf<Name>,
): Promise<OutputOf<Name>> {
  const operation: Runnable<Name> = RUNNABLE[name]
  if (operation.write === undefined) return operation.run(context, input)
  const write = await operation.write(context, input)
  return writeRecorded(await consoleStore(), writerOf(context, name), write)
}

/** True when an operation ended because its client left. Changes never end so, and other errors are logged as bugs. */
function isCallerGone(name: OperationName, { signal }: OperationContext, error: unknown): boolean {
  if (signal?.aborted !== true) return false
  return error === signal.reason || (isRead(OPERATIONS[name]) && error instanceof ProblemError)
}

async function admit<Name extends OperationName>(
  name: Name,
  context: OperationContext,
  input: unknown,
): Promise<InputOf<Name>> {
  const operation = operationOf(name)
  const checked = RUNNABLE[name].input.safeParse(input)
  const refusal = refusalOf(context.actor, operation)
  if (refusal !== null) {
    await auditRefusal(
      { operation, context, input: checked.data ?? onlyField(operation.audit?.object?.idField, input) },
      refusal,
    )
    throw refusal
  }
  // zod ignores this name, so an input that has it would pass.
  if (Object.hasOwn(Object(input), '__proto__'))
    throw problemError('invalid_request', 'The request is not valid. Unrecognized key: "__proto__".')
  if (checked.success) return checked.data
  throw invalidInput(checked.error, operation.path)
}

/** Returns one field of a refused request whose other input is invalid. */
const onlyField = (name: string | undefined, input: unknown): object =>
  name === undefined ? {} : { [name]: Object(input)[name] }

const SEND_A_KEY = {
  technicalDetail: 'A program sends an access key: “Authorization: Bearer bck_…”. Create one on the page “Account”.',
}

/** Returns why the actor may not run the operation; null when they may. */
function refusalOf({ role, accessKey }: Actor, { permission, describe }: Operation): ProblemError | null {
  if (accessKey !== undefined && describe === undefined)
    return problemError('not_allowed', 'Access keys can’t do this. Nothing was done. Do it on a page of the console.')
  if (isAllowed(role, permission)) return null
  // Only the console's own pages make such requests, and they redirect visitors to the sign-in page.
  return role === 'visitor'
    ? problemError('sign_in_required', 'You are not signed in. Nothing was done. Sign in and try again.', SEND_A_KEY)
    : problemError('not_allowed', `Your role (${role}) does not allow this. Nothing was done. Ask an admin.`)
}

/** Returns the log fields of a change: its id and state. */
function changeFieldsOf(output: unknown): object {
  const { id: changeId, state, upstreamStatus } = Object(Object(output).change)
  return changeId === undefined ? {} : { changeId, state, upstreamStatus }
}
