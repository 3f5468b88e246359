import { truncateText } from '@/lib/text/truncate-text'
import { isJsonObject } from '@/contract/exact-json'
import { BILLING_OPERATIONS, type BillingOperationName } from '@/contract/billing/operations'
import { MAX_ID_CHARS } from '@/contract/requestable-id'
import { problemError, type ProblemError } from '@/lib/core/server/problem'
import { withoutBidi } from '@/lib/text/bidi'
import type { BillingResponse } from './billing-response'

const SUBJECT: Record<BillingOperationName, string> = {
  getSubscription: 'subscription',
  cancelSubscription: 'subscription',
  deleteSubscription: 'subscription',
  getInvoice: 'invoice',
  listTransactions: 'customer',
}

/** Ends the detail of every unknown outcome. */
export const CHECK_OUTCOME = 'The change may have been made, or may still be. Reload the subscription to see.'
const KEY_REFUSED = 'The billing API does not accept the console’s key. Contact the person who runs the console.'
const CHECK_KEY = { technicalDetail: 'Check BILLING_API_KEY: it must be a valid key of type secret.' }
/** Added to problems that may mean that the address is not a billing API. */
export const CHECK_ADDRESS = { technicalDetail: 'Check that BILLING_API_BASE_URL is the address of the billing API.' }

const NOT_MODIFIED =
  'The billing API responded “not modified” (HTTP 304) instead of sending the data, although the console did not ask whether they changed. Retry; if this continues, a cache in front of the API may be set up wrongly: contact the person who runs it.'
const NO_CONDITION = { technicalDetail: 'The console sends neither If-None-Match nor If-Modified-Since.' }

/** Returns the problem of a read whose response is not a 2xx with JSON. */
export function readProblem(response: BillingResponse, operation: BillingOperationName): ProblemError {
  const { status } = response
  if (status === 304)
    return problemError('unreadable_response', NOT_MODIFIED, { ...NO_CONDITION, upstreamStatus: status })
  if (status < 400)
    return problemError('unreadable_response', unreadableDetail(response), { ...CHECK_ADDRESS, upstreamStatus: status })
  const fields = errorFields(response)
  if (status === 401) return problemError('key_not_accepted', KEY_REFUSED, { ...CHECK_KEY, ...fields })
  if (status === 404) return notFound(operation, fields)
  if (status === 429 || status === 503)
    return problemError(
      'overloaded',
      `The billing API is busy and asked us to wait. Retry${inSeconds(response)}.`,
      fields,
    )
  if (status < 500)
    return problemError(
      'refused',
      `The billing API refused the request (HTTP ${status}).${reasonNote(fields, response)}`,
      fields,
    )
  return problemError(
    'api_failed',
    `The billing API failed (HTTP ${status}). Retry; if this continues, contact the person who runs it.`,
    fields,
  )
}

/** The 4xx that leave open whether the request was executed (RFC 9110, 8470 and 6585; 499 by custom). */
const UNDECIDED = new Map([
  [408, 'timed out before the request arrived in full (HTTP 408)'],
  [425, 'received the request too early in the connection to trust it (HTTP 425)'],
  [429, 'received too many requests (HTTP 429)'],
  [499, 'treated the connection as closed before it responded (HTTP 499)'],
])

/**
 * Returns the problem of a write without a 2xx. Most 4xx are refusals; any other response leaves the outcome unknown.
 * The detail does not claim that a refusal changed nothing: only reading again shows that.
 */
export function writeProblem(response: BillingResponse, operation: BillingOperationName): ProblemError {
  const { status, retryAfterSeconds } = response
  const fields = errorFields(response)
  if (status < 400 || status >= 500 || UNDECIDED.has(status)) {
    const did = UNDECIDED.get(status) ?? `responded with HTTP ${status}`
    const pause = retryAfterSeconds === undefined ? '' : `, and asks for a pause of ${retryAfterSeconds} s`
    return problemError('outcome_unknown', `The billing API ${did}${pause}. ${CHECK_OUTCOME}`, fields)
  }
  if (status === 401) return problemError('key_not_accepted', KEY_REFUSED, { ...CHECK_KEY, ...fields })
  if (status === 404) return notFound(operation, fields)
  return problemError('refused', `The billing API refused (HTTP ${status}).${reasonNote(fields, response)}`, fields)
}

function notFound(operation: BillingOperationName, fields: ErrorFields): ProblemError {
  const subject = SUBJECT[operation]
  return problemError(
    'not_found',
    BILLING_OPERATIONS[operation].method === 'GET'
      ? `The billing API has no ${subject} with this ID. Check that the ID is complete and belongs to this environment.`
      : `The billing API has no such ${subject}, or not for the customer that was sent. Check both IDs.`,
    fields,
  )
}

function unreadableDetail({ status, fault }: BillingResponse): string {
  if (status >= 200 && status < 300 && fault !== undefined)
    return `The billing API’s response ${fault}, so the console does not read it. Contact the person who runs the API.`
  if (status >= 200 && status < 300)
    return 'The billing API responded, but not with the JSON that its interface document promises. Retry; if this continues, contact the person who runs the console.'
  return `The billing API responded with a redirect (HTTP ${status}), which the console does not follow. Contact the person who runs the console.`
}

/** Returns where the page shows the reason of a refusal, or why it shows none. */
function reasonNote({ upstreamMessage, upstreamBody }: UpstreamWords, { fault, isComplete }: BillingResponse): string {
  if (upstreamMessage !== undefined) return ''
  if (upstreamBody !== undefined) return ' See “Show the response”.'
  if (!isComplete) return ' Its response could not be read to its end.'
  return fault === undefined ? ' It gave no reason.' : ` Its response ${fault}, so the console does not read it.`
}

type ErrorFields = UpstreamWords & {
  upstreamStatus: number
  upstreamCode?: string
  retryAfterSeconds?: number
}

/** Returns the API's own message; without one the body. */
export const ownWords = ({ json, text, contentType }: BillingResponse): UpstreamWords =>
  upstreamWords(json, text, contentType)

/** Returns the API's own error code, if it is a word such as `customer_mismatch`. */
function ownCode(json: unknown): { upstreamCode?: string } {
  const code = typeof json === 'object' && json !== null && 'code' in json ? json.code : undefined
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? { upstreamCode: code } : {}
}

function errorFields(response: BillingResponse): ErrorFields {
  return {
    upstreamStatus: response.status,
    ...ownWords(response),
    ...ownCode(response.json),
    ...(response.retryAfterSeconds !== undefined && { retryAfterSeconds: response.retryAfterSeconds }),
  }
}

function inSeconds({ retryAfterSeconds }: BillingResponse): string {
  return retryAfterSeconds === undefined ? ' in a moment' : ` in ${retryAfterSeconds} s`
}

/** Returns the problem of a response that is about a different subscription or invoice. It names both IDs. */
export function wrongRecordProblem(
  kind: 'subscription' | 'invoice',
  requestedId: string,
  returnedId: string,
  upstreamStatus: number,
): ProblemError {
  return problemError(
    'unreadable_response',
    `The console requested ${kind} "${requestedId}", but the billing API returned ${kind} "${truncateText(returnedId, MAX_ID_CHARS)}", which is not shown. Search for the returned ID; if the requested ID is right, contact the person who runs the API.`,
    { upstreamStatus },
  )
}

const MAX_LENGTH = 500
const MAX_BODY_LENGTH = 4_000
/** The most messages of a list that are read, and the deepest level of nested objects. */
const MAX_ITEMS = 20
const MAX_DEPTH = 3
const MAX_SEARCHED_DEPTH = 5
/** Invisible characters: line separators and the byte order mark. */
const INVISIBLE = /[\u2028\u2029\uFEFF]/gu

/** The billing API's own error message; without one, or when more may be in it, the beginning of the body as sent. */
export interface UpstreamWords {
  upstreamMessage?: string
  upstreamBody?: string
}

/**
 * Returns the billing API's own message in an error body: problem+json, `message`, `error`, their lists and objects, lists of
 * errors by `detail`, `message` or `msg`, errors by field, or plain text (gaps.md, Errors). At most 500 characters, without control
 * and bidi characters. Without a message, and when the body may say more, returns the first 4,000 characters of the body.
 */
export function upstreamWords(json: unknown, text: string, contentType: string): UpstreamWords {
  const message = json === undefined ? (/^text\/plain\b/i.test(contentType) ? text : undefined) : wordsOf(json)
  const clean = message && inOneLine(message)
  const body = text.trim()
  const asSent = body === '' ? {} : { upstreamBody: truncateText(body, MAX_BODY_LENGTH) }
  if (!clean || /^<[!a-z]/i.test(clean)) return asSent
  const upstreamMessage = truncateText(clean, MAX_LENGTH)
  return clean.length > MAX_LENGTH || saysMore(json, upstreamMessage)
    ? { upstreamMessage, ...asSent }
    : { upstreamMessage }
}

const inOneLine = (text: string) =>
  withoutBidi(text)
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/** Fields of an error body that say nothing of its reason. */
const NO_REASON = /^(instance|path|url|method|timestamp|(request|trace|correlation|span)_?id)$/i
/** The type of a problem without one, and texts that repeat the status. */
const NO_WORDS = /^(about:blank|error|errors|fail|failed|failure|\d{3}|)$/i

/** From this many words on, a message is a sentence: a title or code beside it says no more. */
const SENTENCE_WORDS = 3
const TITLES = /^(title|type|code|error|name|message|status|domain|locale)$/i
const isPhrase = (text: string) => / |[^ -~]/.test(text)

/** True when the body has a text that the message does not have and that may be the reason, or more than is searched. */
function saysMore(json: unknown, message: string, field = '', depth = 0): boolean {
  if (typeof json === 'string') {
    const text = inOneLine(json)
    if (NO_REASON.test(field) || NO_WORDS.test(text) || message.includes(text)) return false
    return isPhrase(text) || !TITLES.test(field) || message.split(' ').length < SENTENCE_WORDS
  }
  if (!Array.isArray(json) && !isJsonObject(json)) return false
  const parts = Object.entries(json)
  if (depth > MAX_SEARCHED_DEPTH || parts.length > MAX_ITEMS) return parts.length > 0
  return parts.some(([name, part]) => saysMore(part, message, Array.isArray(json) ? field : name, depth + 1))
}

/** The fields in which APIs list the errors of a request, as texts or objects, or by field. */
const ERROR_LISTS = [
  'errors',
  'details',
  'error_details',
  'errorDetails',
  'validation_errors',
  'validationErrors',
  'field_errors',
  'fieldErrors',
  'invalid_params',
  'invalid-params',
  'violations',
  'messages',
]
/** The names under which Rails and Django list the errors of the whole object. */
const WHOLE_OBJECT = new Set(['base', 'non_field_errors'])

function wordsOf(json: unknown, depth = 0): string | undefined {
  if (typeof json === 'string') return json.trim() === '' ? undefined : json
  if (depth > MAX_DEPTH) return undefined
  if (Array.isArray(json)) return joined(json.slice(0, MAX_ITEMS).map((item) => wordsOf(item, depth + 1)))
  if (!isRecord(json)) return undefined
  const first = (...names: string[]) =>
    names.map((name) => wordsOf(json[name], depth + 1)).find((words) => words !== undefined)
  const summary = first('detail', 'message', 'msg', 'error_description', 'description', 'reason')
  const list = ERROR_LISTS.map((name) => errorsOf(json[name], depth + 1)).find((words) => words !== undefined)
  if (list !== undefined && !summary?.includes(list)) {
    const title = summary ?? first('title', 'error')
    return title === undefined ? list : `${title}: ${list}`
  }
  return summary ?? first('error', 'title')
}

/** Returns the messages of a list of errors, or of errors by field name. */
function errorsOf(errors: unknown, depth: number): string | undefined {
  if (!isRecord(errors)) return wordsOf(errors, depth)
  const byField = Object.entries(errors).slice(0, MAX_ITEMS)
  return joined(
    byField.map(([field, error]) => {
      const words = wordsOf(error, depth + 1)
      return words && (WHOLE_OBJECT.has(field) ? words : `${field}: ${words}`)
    }),
  )
}

function joined(words: readonly (string | undefined)[]): string | undefined {
  return words.filter(Boolean).join('; ') || undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
