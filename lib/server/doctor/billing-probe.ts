import { randomUUID } from 'node:crypto'
import { Agent } from 'undici'
import type { BillingTarget } from '../billing-api/billing-request'
import { billingRequest } from '../billing-api/billing-request'
import { type BillingResponse, billingResponse } from '../billing-api/billing-response'
import { readBody } from '../billing-api/read-body'
import { ResponseMemory } from '../billing-api/response-memory'
import { tooLargeErrorOf } from '../billing-api/connection-problem'
import { connectorMarkingFailures } from '../billing-api/never-connected'
import type { Settings } from '../settings'

/** A response with what only `doctor` needs. */
export interface ProbeResponse extends BillingResponse {
  /** When the response began, and its `Date` header; undefined without one. */
  clock: { ownMs: number; otherMs: number } | undefined
  ms: number
}

/** Sends single reads to a billing API with any key: without retries, queue and circuit breaker. */
export class BillingProbe {
  readonly #agent: Agent
  readonly #memory: ResponseMemory

  constructor(readonly settings: Settings) {
    const timeoutMs = settings.BILLING_API_READ_TIMEOUT_MS
    this.#memory = new ResponseMemory(timeoutMs)
    this.#agent = new Agent({
      connect: connectorMarkingFailures(settings.BILLING_API_CONNECT_TIMEOUT_MS),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxResponseSize: settings.BILLING_API_MAX_RESPONSE_BYTES,
    })
  }

  /** @throws Error when there is no complete response */
  async read(target: BillingTarget, key: string): Promise<ProbeResponse> {
    const { BILLING_API_READ_TIMEOUT_MS: timeoutMs } = this.settings
    const startedAtMs = Date.now()
    const request = billingRequest({ ...this.settings, BILLING_API_KEY: key }, target, { requestId: randomUUID() })
    const received = await this.#agent.request(request)
    const ownMs = Date.now()
    const otherMs = Date.parse(String(received.headers.date))
    const body = await this.#memory
      .use((share) =>
        readBody(received, this.settings, {
          share,
          signal: AbortSignal.timeout(timeoutMs),
          isText: false,
          isDecoded: true,
        }),
      )
      .catch((error: unknown) => {
        throw tooLargeErrorOf(error, this.settings.BILLING_API_MAX_RESPONSE_BYTES) ?? error
      })
    const response = billingResponse(received, body, this.settings)
    return Object.assign(response, {
      ms: ownMs - startedAtMs,
      clock: Number.isNaN(otherMs) ? undefined : { ownMs, otherMs },
    })
  }

  close(): Promise<void> {
    return this.#agent.close()
  }
}
