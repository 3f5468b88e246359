import type { BillingErrorCode } from '@/contract/billing/problem'

/** A refusal the caller is told of: `detail` says what happened and what to do. Mapped to problem+json in `app.ts`. */
export class BillingError extends Error {
  override readonly name = 'BillingError'

  constructor(
    readonly code: BillingErrorCode,
    readonly detail: string,
    /** Response headers that belong to the refusal, such as `allow`. */
    readonly headers: Record<string, string> = {},
  ) {
    super(`${code}: ${detail}`)
  }
}
