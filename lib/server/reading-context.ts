import 'server-only'
import type { BillingAnswer } from './billing-answer'
import { env } from './env'
import type { ReadingContext } from './readers/field-reader'

/** What the readers of a view know besides the answer's fields. */
export function readingContext({ answeredAt, repeated }: BillingAnswer): ReadingContext {
  return { amountUnit: env().BILLING_API_AMOUNT_UNIT, asOf: answeredAt, repeated }
}
