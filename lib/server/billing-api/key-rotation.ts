import type { Settings } from '../settings'
import { log } from '../log'
import type { BillingRequest } from './billing-request'
import type { BillingResponse } from './billing-response'

interface NamedKey {
  setting: 'BILLING_API_KEY' | 'BILLING_API_NEXT_KEY'
  key: string
}

/** Chooses between the two keys of a billing API while one replaces the other. */
export class KeyRotation {
  /** Undefined when only one key is set. */
  #keys: { used: NamedKey; other: NamedKey } | undefined

  constructor({
    BILLING_API_KEY: key,
    BILLING_API_NEXT_KEY: next,
  }: Pick<Settings, 'BILLING_API_KEY' | 'BILLING_API_NEXT_KEY'>) {
    if (key === undefined || next === undefined) return
    this.#keys = { used: { setting: 'BILLING_API_KEY', key }, other: { setting: 'BILLING_API_NEXT_KEY', key: next } }
  }

  /**
   * Sends a request with the key in use, and after a 401 once more with the other key. That holds for a change too: a
   * request with the status 401 has not been applied (RFC 9110, 15.5.2). A key that is accepted stays in use.
   */
  async send(
    request: BillingRequest,
    send: (request: BillingRequest) => Promise<BillingResponse>,
  ): Promise<BillingResponse> {
    if (this.#keys === undefined) return send(request)
    // Another request may change the keys meanwhile.
    const { used, other } = this.#keys
    const response = await send(withKey(request, used))
    if (response.status !== 401) return response
    const second = await send(withKey(request, other))
    if (second.status !== 401 && this.#keys.used !== other) {
      this.#keys = { used: other, other: used }
      log().warn(
        { event: 'key-rotated', rejected: used.setting, used: other.setting },
        'the billing API rejects a key of the console, which now uses the other one',
      )
    }
    return second
  }
}

function withKey(request: BillingRequest, { key }: NamedKey): BillingRequest {
  return { ...request, headers: { ...request.headers, 'x-api-key': key } }
}
