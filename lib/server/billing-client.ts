import 'server-only'
import { setTimeout as pause } from 'node:timers/promises'
import { bulkhead } from 'cockatiel'
import { Agent, errors } from 'undici'
import { BrokenOffError, connectionProblem, readProblem, writeProblem } from './answer-problem'
import { billingAnswer, type BillingAnswer } from './billing-answer'
import { billingRequest, type BillingTarget } from './billing-request'

const READ_TIMEOUT_MS = 5_000
const WRITE_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 2_000
const RETRY_PAUSE_MS = 100
const MAX_BODY_BYTES = 64 * 1024 * 1024
const RETRYABLE_STATUS = new Set([502, 503, 504])

type BillingRequest = ReturnType<typeof billingRequest>

const limits = {
  connect: { timeout: CONNECT_TIMEOUT_MS },
  headersTimeout: WRITE_TIMEOUT_MS,
  bodyTimeout: WRITE_TIMEOUT_MS,
  maxResponseSize: MAX_BODY_BYTES,
}
const readAgent = new Agent({ ...limits, connections: 16, pipelining: 1 })
// Pipelining 0 gives each write a connection of its own: a stale kept-alive one would leave its outcome unknown.
const writeAgent = new Agent({ ...limits, connections: 8, pipelining: 0 })
const readPlaces = bulkhead(16, 64)
const writePlaces = bulkhead(8, 16)

/**
 * Asks the billing API and answers its JSON, as `readBillingText`.
 * @throws ProblemError as `readBillingText`, and `unreadable_answer` where it is not JSON
 */
export async function readBilling(target: BillingTarget): Promise<BillingAnswer> {
  const answer = await readBillingText(target)
  if (answer.json !== undefined) return answer
  throw readProblem(answer, target.operation)
}

/**
 * Asks the billing API and answers what it said, not parsed. Ends within 5 s in total; tried a second time when the
 * connection failed or the answer broke off or was 502, 504, or 503 without `Retry-After`. Redirects are not followed.
 * @throws ProblemError `key_not_accepted` `not_found` `refused` `overloaded` `api_failed` `unreadable_answer`
 *   `answer_broke_off` `unreachable` `timed_out`
 */
export async function readBillingText(target: BillingTarget): Promise<BillingAnswer> {
  const request = billingRequest(target)
  const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
  const answer = await readPlaces
    .execute(() => readTwice(request, signal), signal)
    .catch((error: unknown) => {
      throw connectionProblem(error, signal.aborted, target.operation)
    })
  if (isSuccess(answer)) return answer
  throw readProblem(answer, target.operation)
}

async function readTwice(request: BillingRequest, signal: AbortSignal): Promise<BillingAnswer> {
  const first = await readOnce(request, signal).catch((error: unknown) => {
    if (signal.aborted || error instanceof errors.ResponseExceededMaxSizeError) throw error
    return undefined
  })
  if (first && !(RETRYABLE_STATUS.has(first.status) && first.retryAfterSeconds === undefined)) return first
  await pause(RETRY_PAUSE_MS, undefined, { signal })
  return readOnce(request, signal)
}

async function readOnce(request: BillingRequest, signal: AbortSignal): Promise<BillingAnswer> {
  const response = await readAgent.request({ ...request, signal })
  const body = await response.body.text().catch((error: unknown) => {
    // A refusal without its words is one all the same.
    if (response.statusCode >= 400 && !signal.aborted) return ''
    throw error instanceof errors.ResponseExceededMaxSizeError ? error : new BrokenOffError(error)
  })
  return billingAnswer(response, body)
}

/**
 * Sends a write once, never again, within 10 s. Any 2xx means accepted, whatever its body.
 * @throws ProblemError `refused` `not_found` `key_not_accepted` where the API said no (whether that changed nothing,
 *   only reading again can tell), `overloaded` where nothing was sent, `outcome_unknown` for everything else
 */
export async function writeBilling(
  target: BillingTarget,
  body?: Readonly<Record<string, string>>,
): Promise<{ status: number }> {
  const request = billingRequest(target, body)
  const signal = AbortSignal.timeout(WRITE_TIMEOUT_MS)
  const answer = await writePlaces
    .execute(() => writeOnce(request, signal), signal)
    .catch((error: unknown) => {
      throw connectionProblem(error, signal.aborted, target.operation)
    })
  if (isSuccess(answer)) return { status: answer.status }
  throw writeProblem(answer, target.operation)
}

async function writeOnce(request: BillingRequest, signal: AbortSignal): Promise<BillingAnswer> {
  const response = await writeAgent.request({ ...request, signal })
  // The status alone decides, so a body that breaks off cannot change the outcome.
  return billingAnswer(response, await response.body.text().catch(() => ''))
}

function isSuccess({ status }: BillingAnswer): boolean {
  return status >= 200 && status < 300
}
