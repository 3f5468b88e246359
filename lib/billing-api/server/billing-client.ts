import { Agent, errors } from 'undici'
import { isJsonObject } from '@/contract/exact-json'
import type { BillingOperationName } from '@/contract/billing/operations'
import type { ConsoleErrorCode } from '@/lib/core/errors'
import type { Breakers } from '@/lib/status/status'
import { type BodyReading, readBody } from './read-body'
import { LongResponsesError, longResponseSlot, LongTurn } from './long-responses'
import { billingRequest, type BillingRequest, type BillingTarget, connectorMarkingFailures } from './billing-request'
import { type BillingResponse, parsedResponse, type ReceivedResponse, receivedResponse } from './billing-response'
import { CallBreaker } from './call-breaker'
import { readConnectionProblem, TruncatedBodyError, writeConnectionProblem } from './connection-problem'
import { whileWaiting } from '@/lib/core/server/admission'
import { problemError, ProblemError } from '@/lib/core/server/problem'
import { ownWords, readProblem, writeProblem } from './response-problem'
import { withinTime, withRetries } from './with-retries'
import { RetryBudget } from '@/lib/core/server/call-limits'
import { inSpan } from '@/lib/core/server/request-trace'
import type { Settings } from '@/lib/core/server/settings'
import { RunningByKey, Slots } from '@/lib/core/server/slots'

declare module '@/lib/core/server/operation-context' {
  interface Environment {
    billing: BillingClient
  }
}

/** Options of a read. */
export interface ReadOptions {
  /** Sent as the header `x-request-id`. */
  requestId: string
  /** Aborts the read when the caller no longer needs it. */
  signal?: AbortSignal | undefined
  /** True when the read checks the outcome of a change. The circuit breaker neither stops nor counts it. */
  isReconciling?: boolean
  /** True when the read precedes a change. An open circuit breaker stops it only while the API is down. */
  isBeforeChange?: boolean
  /** True when no user waits for it: it takes a slot only while others are free. */
  isBackground?: boolean | undefined
  /** Taken by a long response, until the caller has made its view; without it, until the read ends. */
  turn?: LongTurn | undefined
}

/** A finished call, for monitoring the API's health. */
export interface CallRecord {
  operation: BillingOperationName
  kind: 'read' | 'write'
  ms: number
  /** Why the call failed; undefined when it succeeded. */
  failure: ConsoleErrorCode | undefined
  /** The HTTP status; undefined without a response. */
  status: number | undefined
  /** `BillingResponse.clockMs` of a read that succeeded. */
  clockMs?: number | undefined
  requestId: string
}

/** The ledger page reads two: rows and balances. */
const MAX_READS_PER_FAILING_RECORD = 2

/** Client of a billing API: its settings, connections, concurrency limits and circuit breakers. */
export class BillingClient {
  readonly #readAgent: Agent
  readonly #writeAgent: Agent
  readonly #readSlots: Slots
  readonly #writeSlots: Slots
  readonly #readBreaker: CallBreaker
  readonly #writeBreaker: CallBreaker
  readonly #retryBudget: RetryBudget
  readonly #readsByRecord = new RunningByKey()

  /** @param longResponses the slot of long responses, which all clients of the process share */
  constructor(
    readonly settings: Settings,
    private readonly recordCall: (call: CallRecord) => void = () => undefined,
    private readonly longResponses = longResponseSlot(settings),
  ) {
    const {
      BILLING_API_READ_TIMEOUT_MS: readMs,
      BILLING_API_READS_AT_ONCE: readsAtOnce,
      BILLING_API_WRITES_AT_ONCE: writesAtOnce,
      BILLING_API_QUEUE_MS: queueMs,
    } = settings
    const limits = {
      connect: connectorMarkingFailures(settings.BILLING_API_CONNECT_TIMEOUT_MS),
      bodyTimeout: readMs * 0.4,
      maxResponseSize: settings.BILLING_API_MAX_RESPONSE_BYTES,
    }
    this.#readAgent = new Agent({ ...limits, headersTimeout: readMs * 0.9, connections: readsAtOnce, pipelining: 1 })
    // Pipelining 0 opens a connection per write: a stale kept-alive connection would leave the outcome unknown. The
    // abort signal bounds the total duration.
    this.#writeAgent = new Agent({ ...limits, headersTimeout: 0, connections: writesAtOnce, pipelining: 0 })
    // The queue holds as many calls as run.
    const slots = (most: number) => new Slots(most, { most: queueMs === 0 ? 0 : most, ms: queueMs })
    this.#readSlots = slots(readsAtOnce)
    this.#writeSlots = slots(writesAtOnce)
    this.#readBreaker = new CallBreaker(settings)
    this.#writeBreaker = new CallBreaker(settings)
    this.#retryBudget = new RetryBudget(settings.BILLING_API_RETRY_PERCENT)
  }

  /** Returns the states of the circuit breakers. */
  breakers(): Breakers {
    return { reads: this.#readBreaker.state, writes: this.#writeBreaker.state }
  }

  /** Runs a function with a turn for long responses, which ends with it; a given turn goes on. */
  async withLongTurn<Result>(run: (turn: LongTurn) => Promise<Result>, given?: LongTurn): Promise<Result> {
    if (given) return run(given)
    const turn = new LongTurn(this.longResponses)
    try {
      return await run(turn)
    } finally {
      turn.end()
    }
  }

  /**
   * Reads from the billing API and returns the response with its parsed JSON. Takes at most 5 s until the response is there, with up
   * to three attempts (`withRetries`) within the retry budget. Does not follow redirects.
   * @throws ProblemError `key_not_accepted` `not_found` `refused` `overloaded` `api_paused` `api_failed`
   * `unreadable_response` `response_broke_off` `unreachable` `timed_out`
   */
  async read(target: BillingTarget, options: ReadOptions): Promise<BillingResponse> {
    const { settings } = this
    const { isReconciling = false, isBeforeChange = false, signal: caller } = options
    const [record, timeoutMs] = [recordOf(target), settings.BILLING_API_READ_TIMEOUT_MS]
    // A read that follows a long one does not wait: others wait for its turn.
    if (options.isBackground === true && options.turn?.isTaken !== true) await this.#readSlots.whenIdle(caller)
    return this.#recorded('read', target, options, async (turn) => {
      const request = billingRequest(settings, target, options)
      const isOfChange = isReconciling || isBeforeChange
      if (!isOfChange && this.#isBusy(record)) throw recordBusy()

      const send = (signal: AbortSignal) => this.#sendRead(request, { turn, signal, isDecoded: !isOfChange })

      // The circuit breaker counts it, or stops it. Its probe runs to its end, also when the caller leaves.
      const isUncounted = (error: unknown, isProbe: boolean) =>
        isOwnLimit(error) || turn.isTaken || (!isProbe && caller?.aborted === true)
      const attempt = async (signal: AbortSignal) =>
        isReconciling
          ? send(signal)
          : this.#readBreaker.run({ record, isBeforeChange, isUncounted }, (isProbe) =>
              send(isProbe ? AbortSignal.timeout(timeoutMs) : signal),
            )

      // All attempts have one slot, and end in time.
      const endsAtMs = performance.now() + timeoutMs
      const attempts = (signal: AbortSignal) =>
        withRetries(() => attempt(signal), { limits: settings, budget: this.#retryBudget, endsAtMs, signal })
      const received = await this.#readsByRecord
        .run(record, () =>
          withinTime(timeoutMs, caller, (signal) => this.#readSlots.run(() => attempts(signal), signal)),
        )
        .catch((error: unknown) => {
          throw readConnectionProblem(error, settings)
        })

      const turnToParse = isSuccess(received) ? turn : undefined
      const response = await parsedResponse(received, turnToParse, caller).catch((error: unknown) => {
        throw error instanceof LongResponsesError ? readConnectionProblem(error, settings) : error
      })
      if (isSuccess(response) && response.json !== undefined) return response
      throw readProblem(response, target.operation)
    })
  }

  /**
   * Sends a write exactly once, within 10 s. `accepted` is a 2xx whose body is complete and is JSON, plain text or empty; `denied` one
   * that says that nothing was done. `upstreamMessage` may be set then.
   * @throws ProblemError with the outcome `none` when nothing was sent (`not_sent` `overloaded` `api_paused`) or the
   * API refused (`refused` `not_found` `key_not_accepted`; only reading again shows whether a refusal changed nothing),
   * otherwise `outcome_unknown`
   */
  write(
    target: BillingTarget,
    options: { requestId: string; body?: Readonly<Record<string, string>> },
  ): Promise<{
    status: number
    kind: 'accepted' | 'denied' | 'unreadable'
    upstreamMessage: string | undefined
  }> {
    return this.#recorded('write', target, options, async (turn) => {
      const { settings } = this
      const request = billingRequest(settings, target, options)
      const signal = AbortSignal.timeout(settings.BILLING_API_WRITE_TIMEOUT_MS)
      const write = () => this.#sendWrite(request, { turn, signal, isDecoded: false })
      const received = await this.#writeSlots
        .run(() => this.#writeBreaker.run({ record: recordOf(target) }, write), signal)
        .catch((error: unknown) => {
          throw writeConnectionProblem(error, signal.aborted, settings)
        })
      const response = await parsedResponse(received)
      if (!isSuccess(response)) throw writeProblem(response, target.operation)
      const { status, json } = response
      if (!hasReadableBody(response)) return { status, kind: 'unreadable', upstreamMessage: undefined }
      const kind = deniesSuccess(json) ? 'denied' : 'accepted'
      return { status, kind, upstreamMessage: ownWords(response).upstreamMessage }
    })
  }

  /** True when a failing record has its share of slots, so that a few records that never respond leave slots for all others. */
  #isBusy(record: string): boolean {
    const isFailing = this.#readBreaker.state === 'closed' && this.#readBreaker.isFailing(record)
    return isFailing && this.#readsByRecord.of(record) >= MAX_READS_PER_FAILING_RECORD
  }

  async #sendRead(request: BillingRequest, reading: BodyReading): Promise<ReceivedResponse> {
    const sentAt = new Date()
    const response = await this.#readAgent.request({ ...request, signal: reading.signal })
    const body = await readBody(response, this.settings, reading).catch((error: unknown) => {
      // A refusal counts even when its body breaks off.
      if (response.statusCode >= 400 && !reading.signal.aborted) return { text: '' }
      throw isOwnLimit(error) || error instanceof errors.BodyTimeoutError ? error : new TruncatedBodyError(error)
    })
    return receivedResponse(response, body, this.settings, { requestId: request.headers['x-request-id'], sentAt })
  }

  async #sendWrite(request: BillingRequest, reading: BodyReading): Promise<ReceivedResponse> {
    const response = await this.#writeAgent.request({ ...request, signal: reading.signal })
    // The status alone decides, so a body that breaks off is not a failure, and a compressed one is not read.
    const body = await readBody(response, this.settings, reading).catch(() => undefined)
    return receivedResponse(response, body, this.settings)
  }

  /** Records how a call ended. An aborted call says nothing about the API: it is only a span. */
  #recorded<Result extends { status: number; clockMs?: number | undefined }>(
    kind: CallRecord['kind'],
    { operation }: BillingTarget,
    { requestId, signal, turn }: Pick<ReadOptions, 'requestId' | 'signal' | 'turn'>,
    call: (turn: LongTurn) => Promise<Result>,
  ): Promise<Result> {
    const startedAtMs = performance.now()
    return inSpan('client', async (end) => {
      const record = (failure: ConsoleErrorCode | undefined, status: number | undefined, clockMs?: number) => {
        const ms = performance.now() - startedAtMs
        if (signal?.aborted !== true) this.recordCall({ operation, kind, ms, failure, status, clockMs, requestId })
        const attributes = { ...(failure && { 'error.type': failure }) }
        end({ name: operation, status, isFailed: failure !== undefined, attributes })
      }
      try {
        // The slots of this client limit the waits.
        const result = await whileWaiting(() => this.withLongTurn(call, turn))
        record(undefined, result.status, result.clockMs)
        return result
      } catch (error) {
        if (error instanceof ProblemError) record(error.problem.code, error.problem.upstreamStatus)
        else end({ name: operation, status: undefined, isFailed: true })
        throw error
      }
    })
  }
}

/** Returns the problem of a read of a failing record that already has its maximum of running reads. */
const recordBusy = () =>
  problemError(
    'overloaded',
    'Reading this record failed a moment ago, and another attempt is still running. This request was not sent. Try again in a few seconds.',
    { retryAfterSeconds: 5, cause: new Error('A read of this failing record is still running') },
  )

/** Returns the key of a call for the circuit breakers: the operation and its path parameters, without the query. */
function recordOf({ operation, params }: BillingTarget): string {
  return JSON.stringify([operation, params])
}

/** True when the console itself ended the response. */
const isOwnLimit = (error: unknown) =>
  error instanceof errors.ResponseExceededMaxSizeError || error instanceof LongResponsesError

function isSuccess({ status }: ReceivedResponse): boolean {
  return status >= 200 && status < 300
}

/** True when the body is complete and is JSON, plain text or empty, as an API responds to a write. */
function hasReadableBody({ isComplete, fault, text, contentType, json }: BillingResponse): boolean {
  const isText = text.trim() === '' || contentType.toLowerCase().startsWith('text/plain')
  return isComplete && fault === undefined && (isText || json !== undefined)
}

/** What an API says in words of its own; a field of a subscription, such as `deleted`, says nothing of the change. */
const VERDICT = /^(success|ok|accepted|cancell?ed)$/i

/** True for `{"cancelled": false}` and for errors, also below `data` or `result`, in a response that is a success by its status. */
function deniesSuccess(json: unknown, depth = 0): boolean {
  if (json === false) return true
  if (depth > 2) return false
  if (Array.isArray(json)) return json.some((item) => deniesSuccess(item, depth + 1))
  if (!isJsonObject(json) || 'id' in json) return false
  return Object.entries(json).some(([name, value]) => {
    if (/^(data|result)$/i.test(name)) return deniesSuccess(value, depth + 1)
    if (/^errors?$/i.test(name)) return isFilled(value)
    if (/^status$/i.test(name)) return typeof value === 'string' && /^(error|fail)/i.test(value)
    return VERDICT.test(name) && (value === false || value === 'false')
  })
}

function isFilled(value: unknown): boolean {
  if (isJsonObject(value)) return Object.keys(value).length > 0
  return Array.isArray(value) ? value.length > 0 : value === true || (typeof value === 'string' && value !== '')
}
