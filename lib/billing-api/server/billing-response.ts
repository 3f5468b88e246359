import type { Dispatcher } from 'undici'
import { JsonLimitError } from '@/contract/json-meter'
import { type Pieces, runToEnd } from '@/contract/pieces'
import type { Settings } from '@/lib/core/server/settings'
import { runInPieces } from '@/lib/core/server/in-pieces'
import type { ReadBody } from './read-body'
import type { ReadingContext } from './tolerant/field-reader'
import { parseResponseInPieces } from './tolerant/parse-response'

interface Parsed extends Pick<ReadingContext, 'repeated'> {
  json: unknown
  fault?: string
}

/** A response of the billing API, with the context its readers need. */
export interface BillingResponse extends ReadingContext {
  status: number
  /** The request ID of the read. */
  requestId?: string
  /** When the request was sent, by our clock: UTC instant. The response is at least as new. */
  sentAt: string
  /** How far the API's clock is ahead of ours, at least; negative when it is behind. Undefined without a `Date` header. */
  clockMs: number | undefined
  text: string
  /**
   * The parsed body, by `parse` or on first access; undefined when the text is not JSON. Its numbers are `JsonNumber`.
   */
  readonly json: unknown
  /** Parses the body in pieces, so that other requests are served in between. Throws the signal's reason when it aborts. */
  parse(signal?: AbortSignal): Promise<void>
  /** True when the complete body arrived. */
  isComplete: boolean
  /** Why a response is not read, as the end of a sentence about it: "is compressed with br"; once parsed, also "nests deeper than 64 levels". */
  readonly fault: string | undefined
  contentType: string
  retryAfterSeconds: number | undefined
}

/** Returns a response from a body without our keys; undefined means that the body broke off. */
export function billingResponse(
  { statusCode, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>,
  body: ReadBody | undefined,
  settings: Pick<Settings, 'BILLING_API_AMOUNT_UNIT'>,
  { requestId, sentAt = new Date() }: { requestId?: string; sentAt?: Date } = {},
): BillingResponse {
  const text = body?.text ?? ''
  const instant = responseInstant(firstOf(headers.date), new Date())
  let parsed: Parsed | undefined
  const parse = () => (parsed ??= runToEnd(parseOrFault(text)))
  return {
    status: statusCode,
    requestId,
    sentAt: sentAt.toISOString(),
    clockMs: clockDifferenceMs(firstOf(headers.date), sentAt),
    text,
    isComplete: body !== undefined,
    async parse(signal) {
      parsed ??= await runInPieces(parseOrFault(text), signal)
    },
    get json() {
      return parse().json
    },
    get fault() {
      return body?.fault ?? parsed?.fault
    },
    get repeated() {
      return parse().repeated
    },
    contentType: firstOf(headers['content-type']) ?? '',
    retryAfterSeconds: retryAfterSeconds(headers['retry-after'], instant),
    asOf: instant.toISOString(),
    amountUnit: settings.BILLING_API_AMOUNT_UNIT,
  }
}

/** The API wrote its `Date` after the request was sent and before now. */
function clockDifferenceMs(date: string | undefined, sentAt: Date): number | undefined {
  const apiMs = Date.parse(date ?? '')
  return Number.isNaN(apiMs) ? undefined : Math.min(0, apiMs - sentAt.getTime()) + Math.max(0, apiMs - Date.now())
}

/** `Date` has whole seconds, and a body takes a moment: clocks within this difference count as equal. */
const SAME_CLOCK_MS = 2_000

/**
 * Returns the instant of a response, to compare its dates with. When the clocks differ, the API's counts (RFC 9110,
 * 6.6.1): the API used it to decide which subscriptions are active.
 */
function responseInstant(date: string | undefined, respondedAt: Date): Date {
  const apiMs = Date.parse(date ?? '')
  const differsMs = Math.abs(apiMs - respondedAt.getTime())
  if (!(differsMs > SAME_CLOCK_MS) || new Date(apiMs).getUTCFullYear() > 9_999) return respondedAt
  // Adds the console's milliseconds, which keep two reads in one second apart.
  return new Date(apiMs + respondedAt.getMilliseconds())
}

function* parseOrFault(text: string): Pieces<Parsed> {
  try {
    return yield* parseResponseInPieces(text)
  } catch (error) {
    const nothing = { json: undefined, repeated: { items: [], total: 0 } }
    return error instanceof JsonLimitError ? { ...nothing, fault: error.message } : nothing
  }
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

const MAX_SECONDS = 86_400
/** A number, with the unit that some APIs add. */
const SECONDS = /^(\d+(?:\.\d+)?)\s*(?:s|secs?|seconds?)?$/i
/** Several numbers that a proxy joined. */
const NUMBERS = /^[\d.]+(?:\s*,\s*[\d.]+)+$/
const TIME = String.raw`(\d{2}:\d{2}:\d{2})`
/** The forms of RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`, also with an offset, and `Sunday, 06-Nov-94 08:49:37 GMT`. */
const HTTP_DATE = new RegExp(
  String.raw`^(?:[a-z]{3,9},\s*)?(\d{1,2})[ -]([a-z]{3})[ -](\d{4}|\d{2}) ${TIME} (GMT|UTC|[+-]\d{4})$`,
  'i',
)
/** `Sun Nov  6 08:49:37 1994`, in UTC. */
const ASCTIME = new RegExp(String.raw`^[a-z]{3} ([a-z]{3}) {1,2}(\d{1,2}) ${TIME} (\d{4})$`, 'i')
const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/i

/**
 * Returns `Retry-After` as whole seconds from now, at most a day, and the longest of several; undefined for anything else. Takes the forms of
 * RFC 9110, 10.2.3, decimals, "120s", instants of ISO 8601, and Unix times. `RateLimit-Reset` and `X-RateLimit-Reset` are not read:
 * APIs send a delay, seconds or milliseconds of Unix time there, and mean when the quota is full again, not when to retry.
 */
export function retryAfterSeconds(header: string | string[] | undefined, now: Date): number | undefined {
  const values = [header ?? []].flat().flatMap((value) => (NUMBERS.test(value.trim()) ? value.split(',') : [value]))
  const seconds = values.map((value) => secondsOf(value.trim(), now)).filter((each) => each !== undefined)
  return seconds.length === 0 ? undefined : Math.min(Math.ceil(Math.max(0, ...seconds)), MAX_SECONDS)
}

/** Returns one value as seconds from now, negative for an instant that has passed. */
function secondsOf(value: string, now: Date): number | undefined {
  const [, number] = SECONDS.exec(value) ?? []
  if (number === undefined) {
    const at = instantOf(value, now)
    return Number.isNaN(at) ? undefined : (at - now.getTime()) / 1000
  }
  // Only a Unix time is that large and near now.
  const fromNow = Number(number) - now.getTime() / 1000
  return Math.abs(fromNow) <= MAX_SECONDS ? fromNow : Number(number)
}

/** Returns the instant of a date in milliseconds of Unix time; NaN for anything else. */
function instantOf(value: string, now: Date): number {
  if (ISO_INSTANT.test(value)) return Date.parse(value)
  const [, month, date, hour, ofYear] = ASCTIME.exec(value) ?? []
  if (month !== undefined) return Date.parse(`${date} ${month} ${ofYear} ${hour} GMT`)
  const [, day, name, year = '', time, zone] = HTTP_DATE.exec(value) ?? []
  return Date.parse(`${day} ${name} ${year.length === 2 ? fullYear(Number(year), now) : year} ${time} ${zone}`)
}

/** Two digits that appear to be more than 50 years ahead are of the past century (RFC 9110, 5.6.7). */
function fullYear(twoDigits: number, now: Date): number {
  const year = now.getUTCFullYear() - (now.getUTCFullYear() % 100) + twoDigits
  return year > now.getUTCFullYear() + 50 ? year - 100 : year
}
