import { timeout, TimeoutStrategy } from 'cockatiel'
import { Agent, type Dispatcher, errors } from 'undici'
import type { BillingOperationName } from '@/contract/billing/operations'
import type { ConsoleErrorCode } from '@/contract/console/errors'
import type { Breakers } from '@/contract/console/status'
import { type BillingRequest, billingRequest, type BillingTarget } from './billing-request'
import { billingResponse, type BillingResponse, encodingOf } from './billing-response'
import { CallBreaker, UncountedError } from './call-breaker'
import { CallPlaces } from './call-places'
import { BrokenOffError, TooLargeError, unansweredRead, unansweredWrite } from './connection-problem'
import { markingConnector } from './never-connected'
import { ProblemError } from '../problem'
import { ownWords, readProblem, writeProblem } from './response-problem'
import { retried } from './retried'
import { RetryBudget } from './retry-budget'
import type { Settings } from '../settings'

/** How a read is asked. */
export interface ReadOptions {
  /** Goes out as `x-request-id`. */
  requestId: string
  /** Aborts when nobody waits for it any more. */
  signal?: AbortSignal | undefined
  /** It finds out what became of a write: asked whatever the circuit breaker says, and not counted by it. */
  isReconciling?: boolean
  /** A change reads its subscription before it is sent: an open circuit breaker stops it only while the API is down. */
  isBeforeChange?: boolean
}

/** A call that has ended, for who watches the API's health. */
export interface CallRecord {
  operation: BillingOperationName
  kind: 'read' | 'write'
  ms: number
  /** How it failed; undefined where it did not. */
  failure: ConsoleErrorCode | undefined
  /** The HTTP status, where there was an answer. */
  status: number | undefined
  requestId: string
}

/** The one way to a billing API: its settings, its connections, and what bounds them. */
export class BillingClient {
  readonly settings: Settings
  readonly #recordCall: (call: CallRecord) => void
  readonly #readAgent: Agent
  readonly #writeAgent: Agent
  readonly #readPlaces: CallPlaces
  readonly #writePlaces: CallPlaces
  readonly #readBreaker: CallBreaker
  readonly #writeBreaker: CallBreaker
  readonly #retryBudget: RetryBudget

  constructor(settings: Settings, recordCall: (call: CallRecord) => void = () => undefined) {
    this.settings = settings
    this.#recordCall = recordCall
    const {
      BILLING_API_READ_TIMEOUT_MS: readMs,
      BILLING_API_READS_AT_ONCE: readsAtOnce,
      BILLING_API_WRITES_AT_ONCE: writesAtOnce,
      BILLING_API_QUEUE_MS: queueMs,
    } = settings
    const limits = {
      connect: markingConnector(settings.BILLING_API_CONNECT_TIMEOUT_MS),
      bodyTimeout: readMs * 0.4,
      maxResponseSize: settings.BILLING_API_MAX_RESPONSE_BYTES,
    }
    this.#readAgent = new Agent({ ...limits, headersTimeout: readMs * 0.9, connections: readsAtOnce, pipelining: 1 })
    // Pipelining 0 gives each write a connection of its own: a stale kept-alive one would leave its outcome unknown.
    // How long it may take in all is its signal's.
    this.#writeAgent = new Agent({ ...limits, headersTimeout: 0, connections: writesAtOnce, pipelining: 0 })
    this.#readPlaces = new CallPlaces(readsAtOnce, queueMs)
    this.#writePlaces = new CallPlaces(writesAtOnce, queueMs)
    this.#readBreaker = new CallBreaker(settings)
    this.#writeBreaker = new CallBreaker(settings)
    this.#retryBudget = new RetryBudget(settings.BILLING_API_RETRY_PERCENT)
  }

  /** What the circuit breakers let through at the moment. */
  breakers(): Breakers {
    return { reads: this.#readBreaker.state, writes: this.#writeBreaker.state }
  }

  /**
   * Asks the billing API and gives its JSON, as `readText`.
   * @throws ProblemError as `readText`, and `unreadable_response` where it is not JSON
   */
  read(target: BillingTarget, options: ReadOptions): Promise<BillingResponse> {
    return this.#recorded('read', target, options, async () => {
      const response = await this.#readText(target, options)
      await response.parse()
      if (response.json === undefined) throw readProblem(response, target.operation)
      return response
    })
  }

  /**
   * Asks the billing API and gives what it said, not parsed. Ends within 5 s in total; tried up to three times, as
   * `retried` says, while the retries of all reads stay below a tenth. Redirects are not followed.
   * @throws ProblemError `key_not_accepted` `not_found` `refused` `overloaded` `api_paused` `api_failed`
   *   `unreadable_response` `response_broke_off` `unreachable` `timed_out`
   */
  readText(target: BillingTarget, options: ReadOptions): Promise<BillingResponse> {
    return this.#recorded('read', target, options, () => this.#readText(target, options))
  }

  /**
   * Sends a write once, never again, within 10 s. Any 2xx means accepted, with any body or none; `isReadable` says whether it
   * is one that an API sends, and then it may hold words. What is cut short or a page of something in between is none.
   * @throws ProblemError of the outcome `none` where nothing was sent (`not_sent` `overloaded` `api_paused`) or the API
   *   said no (`refused` `not_found` `key_not_accepted`: whether that changed nothing only reading again can tell);
   *   `outcome_unknown` for everything else
   */
  write(
    target: BillingTarget,
    options: { requestId: string; body?: Readonly<Record<string, string>> },
  ): Promise<{ status: number; isReadable: boolean; upstreamMessage?: string }> {
    return this.#recorded('write', target, options, async () => {
      const { settings } = this
      const request = billingRequest(settings, target, options)
      const signal = AbortSignal.timeout(settings.BILLING_API_WRITE_TIMEOUT_MS)
      const response = await this.#writePlaces
        .run(() => this.#writeBreaker.run({ record: recordOf(target) }, () => this.#writeOnce(request, signal)), signal)
        .catch((error: unknown) => {
          throw unansweredWrite(error, signal.aborted, settings)
        })
      if (isSuccess(response)) {
        const isReadable = isOwnWords(response)
        return { status: response.status, isReadable, ...(isReadable && ownWords(response)) }
      }
      throw writeProblem(response, target.operation)
    })
  }

  async #readText(target: BillingTarget, options: ReadOptions): Promise<BillingResponse> {
    const { settings } = this
    const request = billingRequest(settings, target, options)
    const timeoutMs = settings.BILLING_API_READ_TIMEOUT_MS
    const [endsAtMs, budget] = [performance.now() + timeoutMs, this.#retryBudget]
    const response = await timeout(timeoutMs, TimeoutStrategy.Aggressive)
      .execute(({ signal }) => {
        const attempt = () => this.#attemptRead(request, signal, { ...options, record: recordOf(target) })
        return this.#readPlaces.run(() => retried(attempt, { limits: settings, budget, endsAtMs, signal }), signal)
      }, options.signal)
      .catch((error: unknown) => {
        throw unansweredRead(error, settings)
      })
    if (isSuccess(response) && !response.isPacked) return response
    throw readProblem(response, target.operation)
  }

  #attemptRead(
    request: BillingRequest,
    signal: AbortSignal,
    options: ReadOptions & { record: string },
  ): Promise<BillingResponse> {
    if (options.isReconciling === true) return this.#readOnce(request, signal)
    return this.#readBreaker.run(options, (isProbe) => {
      const ends = isProbe ? AbortSignal.timeout(this.settings.BILLING_API_READ_TIMEOUT_MS) : signal
      return this.#readOnce(request, ends).catch((error: unknown) => {
        const hasLeft = !isProbe && options.signal?.aborted === true
        throw hasLeft || error instanceof TooLargeError ? new UncountedError(error) : error
      })
    })
  }

  async #readOnce(request: BillingRequest, signal: AbortSignal): Promise<BillingResponse> {
    const response = await this.#readAgent.request({ ...request, signal })
    const body = await textOf(response).catch((error: unknown) => {
      // A refusal without its words is one all the same.
      if (response.statusCode >= 400 && !signal.aborted) return ''
      if (error instanceof errors.BodyTimeoutError) throw error
      if (!(error instanceof errors.ResponseExceededMaxSizeError)) throw new BrokenOffError(error)
      throw new TooLargeError(this.settings.BILLING_API_MAX_RESPONSE_BYTES, error)
    })
    return billingResponse(response, body, this.settings, request.headers['x-request-id'])
  }

  async #writeOnce(request: BillingRequest, signal: AbortSignal): Promise<BillingResponse> {
    const response = await this.#writeAgent.request({ ...request, signal })
    // The status alone tells a yes from a no, so a body that breaks off fails nothing.
    return billingResponse(response, await textOf(response).catch(() => undefined), this.settings)
  }

  /** The one place where a call's end is known. One that its caller left says nothing of the API. */
  async #recorded<Result extends { status: number }>(
    kind: CallRecord['kind'],
    { operation }: BillingTarget,
    { requestId, signal }: Pick<ReadOptions, 'requestId' | 'signal'>,
    call: () => Promise<Result>,
  ): Promise<Result> {
    const startedAtMs = performance.now()
    const record = (failure: ConsoleErrorCode | undefined, status: number | undefined) => {
      const ms = performance.now() - startedAtMs
      if (signal?.aborted !== true) this.#recordCall({ operation, kind, ms, failure, status, requestId })
    }
    try {
      const result = await call()
      record(undefined, result.status)
      return result
    } catch (error) {
      if (error instanceof ProblemError) record(error.problem.code, error.problem.upstreamStatus)
      throw error
    }
  }
}

/** What a call is about, for the circuit breakers: the operation and its path parameters, whatever the query. */
function recordOf({ operation, params }: BillingTarget): string {
  return JSON.stringify([operation, params])
}

/** A body as it came; nothing of one that is packed, which a few bytes may blow up to gigabytes. */
async function textOf(response: Dispatcher.ResponseData): Promise<string> {
  if (encodingOf(response) === undefined) return response.body.text()
  response.body.on('error', () => undefined).destroy()
  return ''
}

function isSuccess({ status }: BillingResponse): boolean {
  return status >= 200 && status < 300
}

/** Whether a body is one that an API sends to a write: JSON, plain words or none, and whole. */
function isOwnWords({ isWhole, isPacked, text, contentType, json }: BillingResponse): boolean {
  const isText = text.trim() === '' || contentType.toLowerCase().startsWith('text/plain')
  return isWhole && !isPacked && (isText || json !== undefined)
}
