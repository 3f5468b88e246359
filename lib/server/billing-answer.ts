import 'server-only'
import type { Dispatcher } from 'undici'
import { env } from './env'
import { parseAnswer } from './readers/parse-answer'
import { retryAfterSeconds } from './retry-after-seconds'
import { withoutKey } from './without-key'

type ParsedAnswer = ReturnType<typeof parseAnswer>

/** What the billing API answered. */
export interface BillingAnswer {
  status: number
  text: string
  /** Parsed when it is first asked for; undefined where the text is not JSON. Its numbers are `JsonNumber`. */
  readonly json: unknown
  /** Names that the JSON repeats. */
  readonly repeated: ParsedAnswer['repeated']
  contentType: string
  retryAfterSeconds: number | undefined
  /** UTC instant of the answer. */
  answeredAt: string
}

export function billingAnswer(response: Dispatcher.ResponseData, body: string): BillingAnswer {
  const text = withoutKey(body, env().BILLING_API_KEY)
  const answeredAt = new Date()
  let parsed: ParsedAnswer | undefined
  const parse = () => (parsed ??= parsedOrNothing(text))
  return {
    status: response.statusCode,
    text,
    get json() {
      return parse().json
    },
    get repeated() {
      return parse().repeated
    },
    contentType: firstOf(response.headers['content-type']) ?? '',
    retryAfterSeconds: retryAfterSeconds(firstOf(response.headers['retry-after']), answeredAt),
    answeredAt: answeredAt.toISOString(),
  }
}

function parsedOrNothing(text: string): ParsedAnswer {
  try {
    return parseAnswer(text)
  } catch {
    // Not JSON, or nested deeper than the parser's stack.
    return { json: undefined, repeated: { items: [], total: 0 } }
  }
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
