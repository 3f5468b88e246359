import type { Dispatcher } from 'undici'
import { JsonLimitError } from '@/contract/json-limits'
import type { Pieces } from '@/contract/pieces'
import type { Settings } from '@/lib/core/server/settings'
import { runInPieces } from '@/lib/core/server/in-pieces'
import { LONG_MEMORY_BYTES, type LongTurn } from './long-responses'
import type { ReadBody } from './read-body'
import type { ReadingContext } from './tolerant/field-reader'
import { parseResponseInPieces } from './tolerant/parse-response'

/** A response of the billing API as it arrived. */
export interface ReceivedResponse extends Pick<ReadingContext, 'amountUnit' | 'asOf'> {
  status: number
  /** The request ID of the read. */
  requestId?: string | undefined
  /** When the request was sent, by our clock: UTC instant. The response is at least as new. */
  sentAt: string
  /** How far the API's clock is ahead of ours, at least; negative when it is behind. Undefined without a `Date` header. */
  clockMs: number | undefined
  text: string
  /** True when the complete body arrived. */
  isComplete: boolean
  /** Why a response is not read, as the end of a sentence about it: "is compressed with gzip and damaged", "nests deeper than 64 levels". */
  fault: string | undefined
  contentType: string
  retryAfterSeconds: number | undefined
}

/** A response of the billing API, with the context its readers need. */
export interface BillingResponse extends ReceivedResponse, Pick<ReadingContext, 'repeated'> {
  /** The parsed body; undefined when the text is not JSON. Its numbers are `JsonNumber`. */
  json: unknown
}

/** Returns a response from a body without our key; undefined means that the body broke off. */
export function receivedResponse(
  { statusCode, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>,
  body: ReadBody | undefined,
  settings: Pick<Settings, 'BILLING_API_AMOUNT_UNIT'>,
  { requestId, sentAt = new Date() }: { requestId?: string; sentAt?: Date } = {},
): ReceivedResponse {
  const instant = responseInstant(firstOf(headers.date), new Date())
  return {
    status: statusCode,
    requestId,
    sentAt: sentAt.toISOString(),
    clockMs: clockDifferenceMs(firstOf(headers.date), sentAt),
    text: body?.text ?? '',
    isComplete: body !== undefined,
    fault: body?.fault,
    contentType: firstOf(headers['content-type']) ?? '',
    retryAfterSeconds: retryAfterSeconds(firstOf(headers['retry-after']), instant),
    asOf: instant.toISOString(),
    amountUnit: settings.BILLING_API_AMOUNT_UNIT,
  }
}

/**
 * Parses the body of a response in pieces, so that other requests are served in between. A long one takes the turn; without a turn it is
 * not read.
 * @throws LongResponsesError, or the signal's reason when it aborts
 */
export async function parsedResponse(
  received: ReceivedResponse,
  turn?: LongTurn,
  signal?: AbortSignal,
): Promise<BillingResponse> {
  const parse = async (memory?: number) => {
    const { fault, ...parsed } = await runInPieces(parseOrFault(received.text, memory), signal)
    return { ...received, ...parsed, fault: received.fault ?? fault }
  }
  if (turn?.isTaken !== true) {
    const { isTooLong, ...response } = await parse(LONG_MEMORY_BYTES)
    if (!turn || !isTooLong) return response
    await turn.take(signal)
  }
  const { isTooLong: _, ...response } = await parse()
  return response
}

interface Parsed extends Pick<BillingResponse, 'json' | 'repeated'> {
  fault?: string
  /** True when the values need more memory than was allowed. */
  isTooLong: boolean
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

function* parseOrFault(text: string, memory?: number): Pieces<Parsed> {
  try {
    return { ...(yield* parseResponseInPieces(text, memory)), isTooLong: false }
  } catch (error) {
    const nothing = { json: undefined, repeated: { items: [], total: 0 }, isTooLong: false }
    if (!(error instanceof JsonLimitError)) return nothing
    return { ...nothing, fault: error.message, isTooLong: error.kind === 'memory' }
  }
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

const MAX_SECONDS = 86_400

/**
 * Returns `Retry-After` (RFC 9110, 10.2.3), seconds or a date in GMT, as whole seconds from now, at most a day; undefined for
 * anything else. `RateLimit-Reset` and `X-RateLimit-Reset` are not read: they say when the quota is full again, not when to retry.
 */
export function retryAfterSeconds(header: string | undefined, now: Date): number | undefined {
  const value = header?.trim() ?? ''
  const atMs = value.endsWith(' GMT') ? Date.parse(value) : NaN
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((atMs - now.getTime()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(0, seconds), MAX_SECONDS)
}
