import type { Dispatcher } from 'undici'
import { atOnce, type Pieces } from '@/contract/pieces'
import type { Settings } from '../settings'
import type { ReadingContext } from './tolerant/field-reader'
import { inPieces } from '../in-pieces'
import { parseResponseInPieces, TooDeepError } from './tolerant/parse-response'
import { retryAfterSeconds } from './retry-after-seconds'
import { withoutKey } from './without-key'

interface Parsed extends Pick<ReadingContext, 'repeated'> {
  json: unknown
  fault?: string
}

/** What the billing API answered, and what its readers must know of it besides its fields. */
export interface BillingResponse extends ReadingContext {
  status: number
  /** That of the read it answers. */
  requestId?: string
  text: string
  /** Parsed by `parse`, or when it is first asked for; undefined where the text is not JSON. Its numbers are `JsonNumber`. */
  readonly json: unknown
  /** Parses it piece by piece, others being served in between. */
  parse(): Promise<void>
  /** Whether its body came compressed, and so was not taken. */
  isPacked: boolean
  /** Whether all of its body came. */
  isWhole: boolean
  /** Why it is not read, though it may be well: a part of a sentence about the answer, such as "nests deeper than 64 levels". */
  readonly fault: string | undefined
  contentType: string
  retryAfterSeconds: number | undefined
}

/** How an answer's body is packed (RFC 9110, 8.4), where it is: only bodies as they are were asked for, and no others are read. */
export function encodingOf({ headers }: Pick<Dispatcher.ResponseData, 'headers'>): string | undefined {
  const encodings = [headers['content-encoding'] ?? []].flat().join(',').split(',')
  const packed = encodings.map((encoding) => encoding.trim().toLowerCase()).filter(Boolean)
  return packed.find((encoding) => encoding !== 'identity')
}

/** A response with its body, from which our key is cut out. That of a packed one is empty; undefined is one that broke off. */
export function billingResponse(
  { statusCode, headers }: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'>,
  body: string | undefined,
  settings: Pick<Settings, 'BILLING_API_KEY' | 'BILLING_API_AMOUNT_UNIT'>,
  requestId?: string,
): BillingResponse {
  const text = withoutKey(body ?? '', settings.BILLING_API_KEY)
  const respondedAt = new Date()
  const isPacked = encodingOf({ headers }) !== undefined
  let parsed: Parsed | undefined
  const parse = () => (parsed ??= atOnce(parsedOrNothing(text)))
  return {
    status: statusCode,
    requestId,
    text,
    isPacked,
    isWhole: body !== undefined,
    async parse() {
      parsed ??= await inPieces(parsedOrNothing(text))
    },
    get json() {
      return parse().json
    },
    get fault() {
      return isPacked ? 'is compressed, which the console did not ask for' : parse().fault
    },
    get repeated() {
      return parse().repeated
    },
    contentType: firstOf(headers['content-type']) ?? '',
    retryAfterSeconds: retryAfterSeconds(firstOf(headers['retry-after']), respondedAt),
    asOf: instantOf(firstOf(headers.date), respondedAt).toISOString(),
    amountUnit: settings.BILLING_API_AMOUNT_UNIT,
  }
}

/** `Date` has whole seconds, and a body takes a moment: clocks that differ by no more count as the same. */
const SAME_CLOCK_MS = 2_000

/**
 * The instant that a response is of, which its dates are compared with. Where the console's clock differs from the API's, the
 * API's counts (RFC 9110, 6.6.1): by it the API decided which subscriptions are active.
 */
function instantOf(date: string | undefined, respondedAt: Date): Date {
  const apiMs = Date.parse(date ?? '')
  const differsMs = Math.abs(apiMs - respondedAt.getTime())
  if (!(differsMs > SAME_CLOCK_MS) || new Date(apiMs).getUTCFullYear() > 9_999) return respondedAt
  // With our milliseconds, which keep two reads in one second apart.
  return new Date(apiMs + respondedAt.getMilliseconds())
}

function* parsedOrNothing(text: string): Pieces<Parsed> {
  try {
    return yield* parseResponseInPieces(text)
  } catch (error) {
    const nothing = { json: undefined, repeated: { items: [], total: 0 } }
    return error instanceof TooDeepError ? { ...nothing, fault: error.message } : nothing
  }
}

function firstOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
