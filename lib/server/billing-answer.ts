import 'server-only'
import type { Dispatcher } from 'undici'
import { parseExactJson } from '@/contract/exact-json'
import { env } from './env'
import { retryAfterSeconds } from './retry-after-seconds'
import { withoutKey } from './without-key'

/** What the billing API answered. `json` is undefined where the text is not JSON; its numbers are `JsonNumber`. */
export interface BillingAnswer {
  status: number
  json: unknown
  text: string
  contentType: string
  retryAfterSeconds: number | undefined
  /** UTC instant of the answer. */
  answeredAt: string
}

export function billingAnswer(response: Dispatcher.ResponseData, body: string): BillingAnswer {
  const text = withoutKey(body, env().BILLING_API_KEY)
  const answeredAt = new Date()
  return {
    status: response.statusCode,
    json: jsonOrUndefined(text),
    text,
    contentType: firstOf(response.headers['content-type']) ?? '',
    retryAfterSeconds: retryAfterSeconds(firstOf(response.headers['retry-after']), answeredAt),
    answeredAt: answeredAt.toISOString(),
  }
}

function jsonOrUndefined(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    // Not JSON, or nested deeper than the parser's stack.
    return undefined
  }
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
