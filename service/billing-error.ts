import type { BillingErrorCode } from '@/contract/billing/problem'

/** An error for the caller: `detail` says what happened and what to do. `app.ts` maps it to problem+json. */
export class BillingError extends Error {
  override readonly name = 'BillingError'

  constructor(
    readonly code: BillingErrorCode,
    readonly detail: string,
    /** Response headers of the error, such as `allow`. */
    readonly headers: Record<string, string> = {},
  ) {
    super(`${code}: ${detail}`)
  }
}
