import type { Dispatcher } from 'undici'
import type { Settings } from '../settings'
import type { ReadingContext } from './tolerant/field-reader'
import { parseResponse } from './tolerant/parse-response'
import { retryAfterSeconds } from './retry-after-seconds'
import { withoutKey } from './without-key'

type Parsed = ReturnType<typeof parseResponse>

/** What the billing API answered, and what its readers must know of it besides its fields. */
export interface BillingResponse extends ReadingContext {
  status: number
  text: string
  /** Parsed when it is first asked for; undefined where the text is not JSON. Its numbers are `JsonNumber`. */
  readonly json: unknown
  contentType: string
  retryAfterSeconds: number | undefined
}

/** A response with its body, from which our key is cut out. */
export function billingResponse(
  { statusCode, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>,
  body: string,
  settings: Pick<Settings, 'BILLING_API_KEY' | 'BILLING_API_AMOUNT_UNIT'>,
): BillingResponse {
  const text = withoutKey(body, settings.BILLING_API_KEY)
  const respondedAt = new Date()
  let parsed: Parsed | undefined
  const parse = () => (parsed ??= parsedOrNothing(text))
  return {
    status: statusCode,
    text,
    get json() {
      return parse().json
    },
    get repeated() {
      return parse().repeated
    },
    contentType: firstOf(headers['content-type']) ?? '',
    retryAfterSeconds: retryAfterSeconds(firstOf(headers['retry-after']), respondedAt),
    asOf: respondedAt.toISOString(),
    amountUnit: settings.BILLING_API_AMOUNT_UNIT,
  }
}

function parsedOrNothing(text: string): Parsed {
  try {
    return parseResponse(text)
  } catch {
    // Not JSON, or nested deeper than the parser's stack.
    return { json: undefined, repeated: { items: [], total: 0 } }
  }
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
