import {
  bulkhead,
  ConstantBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel'
import { Agent, type Dispatcher, errors } from 'undici'
import { ApiHealth } from './api-health'
import { BrokenOffError, connectionProblem, readProblem, TooLargeError, writeProblem } from './response-problem'
import { type BillingRequest, billingRequest, type BillingTarget } from './billing-request'
import { billingResponse, type BillingResponse, encodingOf } from './billing-response'
import type { Breakers, CallKind } from '@/contract/console/status'
import type { Settings } from '../settings'

const READ_TIMEOUT_MS = 5_000
const WRITE_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 2_000
const RETRY_PAUSE_MS = 100
const RETRYABLE_STATUS = new Set([502, 503, 504])

const LIMITS = {
  connect: { timeout: CONNECT_TIMEOUT_MS },
  headersTimeout: WRITE_TIMEOUT_MS,
  bodyTimeout: WRITE_TIMEOUT_MS,
}

/** The one way to a billing API: its settings, its connections, and what bounds them. */
export class BillingClient {
  readonly settings: Settings
  readonly #readAgent: Agent
  readonly #writeAgent: Agent
  readonly #reads = wrap(
    timeout(READ_TIMEOUT_MS, TimeoutStrategy.Aggressive),
    bulkhead(16, 64),
    retry(handleWhen(isRetryableError).orWhenResult(isRetryableResponse), {
      maxAttempts: 1,
      backoff: new ConstantBackoff(RETRY_PAUSE_MS),
    }),
  )
  readonly #writePlaces = bulkhead(8, 16)

  constructor(
    settings: Settings,
    private readonly health = new ApiHealth(),
  ) {
    this.settings = settings
    const limits = { ...LIMITS, maxResponseSize: settings.BILLING_API_MAX_RESPONSE_BYTES }
    this.#readAgent = new Agent({ ...limits, connections: 16, pipelining: 1 })
    // Pipelining 0 gives each write a connection of its own: a stale kept-alive one would leave its outcome unknown.
    this.#writeAgent = new Agent({ ...limits, connections: 8, pipelining: 0 })
  }

  /**
   * Asks the billing API and gives its JSON, as `readText`.
   * @throws ProblemError as `readText`, and `unreadable_response` where it is not JSON
   */
  async read(target: BillingTarget, signal?: AbortSignal): Promise<BillingResponse> {
    return this.#watched('read', target, () => this.#readJson(target, signal), signal)
  }

  /**
   * Asks the billing API and gives what it said, not parsed. Ends within 5 s in total; tried a second time when the
   * connection failed or the response broke off or was 502, 504, or 503 without `Retry-After`. Redirects are not followed.
   * @param signal aborts when nobody waits for it any more
   * @throws ProblemError `key_not_accepted` `not_found` `refused` `overloaded` `api_failed` `unreadable_response`
   *   `response_broke_off` `unreachable` `timed_out`
   */
  async readText(target: BillingTarget, signal?: AbortSignal): Promise<BillingResponse> {
    return this.#watched('read', target, () => this.#readText(target, signal), signal)
  }

  /**
   * Sends a write once, never again, within 10 s. Any 2xx means accepted, whatever its body.
   * @throws ProblemError `refused` `not_found` `key_not_accepted` where the API said no (whether that changed nothing,
   *   only reading again can tell), `overloaded` where nothing was sent, `outcome_unknown` for everything else
   */
  async write(target: BillingTarget, body?: Readonly<Record<string, string>>): Promise<{ status: number }> {
    return this.#watched('write', target, () => this.#write(target, body))
  }

  /** Whether it asks just now. */
  breakers(): Breakers {
    return { reads: 'closed', writes: 'closed' }
  }

  #watched<Response extends { status: number }>(
    kind: CallKind,
    { operation }: BillingTarget,
    run: () => Promise<Response>,
    signal?: AbortSignal,
  ): Promise<Response> {
    return this.health.watch({ operation, kind, requestId: undefined }, run, signal)
  }

  async #readJson(target: BillingTarget, signal: AbortSignal | undefined): Promise<BillingResponse> {
    const response = await this.#readText(target, signal)
    if (response.json !== undefined) return response
    throw readProblem(response, target.operation)
  }

  async #readText(target: BillingTarget, signal: AbortSignal | undefined): Promise<BillingResponse> {
    const request = billingRequest(this.settings, target)
    const response = await this.#reads
      .execute((attempt) => this.#readOnce(request, attempt.signal), signal)
      .catch((error: unknown) => {
        throw connectionProblem(error, error instanceof TaskCancelledError, target.operation)
      })
    if (isSuccess(response) && !response.isPacked) return response
    throw readProblem(response, target.operation)
  }

  async #write(target: BillingTarget, body?: Readonly<Record<string, string>>): Promise<{ status: number }> {
    const request = billingRequest(this.settings, target, body)
    const signal = AbortSignal.timeout(WRITE_TIMEOUT_MS)
    const response = await this.#writePlaces
      .execute(() => this.#writeOnce(request, signal), signal)
      .catch((error: unknown) => {
        throw connectionProblem(error, signal.aborted, target.operation)
      })
    if (isSuccess(response)) return { status: response.status }
    throw writeProblem(response, target.operation)
  }

  async #readOnce(request: BillingRequest, signal: AbortSignal): Promise<BillingResponse> {
    const response = await this.#readAgent.request({ ...request, signal })
    const body = await textOf(response).catch((error: unknown) => {
      // A refusal without its words is one all the same.
      if (response.statusCode >= 400 && !signal.aborted) return ''
      if (!(error instanceof errors.ResponseExceededMaxSizeError)) throw new BrokenOffError(error)
      throw new TooLargeError(this.settings.BILLING_API_MAX_RESPONSE_BYTES, error)
    })
    return billingResponse(response, body, this.settings)
  }

  async #writeOnce(request: BillingRequest, signal: AbortSignal): Promise<BillingResponse> {
    const response = await this.#writeAgent.request({ ...request, signal })
    // The status alone decides, so a body that breaks off cannot change the outcome.
    return billingResponse(response, await textOf(response).catch(() => ''), this.settings)
  }
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

/** What a second try may mend: whatever the connection did, but for a body that is too large. */
function isRetryableError(error: Error): boolean {
  return !(error instanceof TooLargeError)
}

/** Where the API says when to come back, it is too soon now. */
function isRetryableResponse(response: unknown): boolean {
  const { status, retryAfterSeconds } = Object(response)
  return RETRYABLE_STATUS.has(status) && retryAfterSeconds === undefined
}
