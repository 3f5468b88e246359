import { withoutBidi } from '../../format/bidi'
import { truncateText } from './truncate-text'

const MAX_LENGTH = 500
const MAX_BODY_LENGTH = 4_000
/** The most messages of a list that are read, and the deepest level of nested objects. */
const MAX_ITEMS = 20
const MAX_DEPTH = 3
/** Invisible characters: line separators and the byte order mark. */
const INVISIBLE = /[\u2028\u2029\uFEFF]/gu

/** The billing API's own error message; without one the beginning of the body as sent. */
export interface UpstreamWords {
  upstreamMessage?: string
  upstreamBody?: string
}

/**
 * Returns the billing API's own message in an error body: problem+json, `message`, `error`, their lists and objects, lists of
 * errors by `detail`, `message` or `msg`, errors by field, or plain text (gaps.md, Errors). At most 500 characters, without control
 * and bidi characters. Without a message, returns the first 4,000 characters of the body.
 */
export function upstreamWords(json: unknown, text: string, contentType: string): UpstreamWords {
  const message = json === undefined ? (/^text\/plain\b/i.test(contentType) ? text : undefined) : wordsOf(json)
  const clean =
    message &&
    withoutBidi(message)
      .replaceAll(INVISIBLE, '')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
  if (clean && !/^<[!a-z]/i.test(clean)) return { upstreamMessage: truncateText(clean, MAX_LENGTH) }
  const body = text.trim()
  return body === '' ? {} : { upstreamBody: truncateText(body, MAX_BODY_LENGTH) }
}

function wordsOf(json: unknown, depth = 0): string | undefined {
  if (typeof json === 'string') return json.trim() === '' ? undefined : json
  if (depth > MAX_DEPTH) return undefined
  if (Array.isArray(json)) return joined(json.slice(0, MAX_ITEMS).map((item) => wordsOf(item, depth + 1)))
  if (!isRecord(json)) return undefined
  const first = (...names: string[]) =>
    names.map((name) => wordsOf(json[name], depth + 1)).find((words) => words !== undefined)
  const summary = first('detail', 'message', 'msg', 'error_description', 'description', 'reason')
  const list = errorsOf(json.errors, depth + 1) ?? errorsOf(json.details, depth + 1)
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
      return words && `${field}: ${words}`
    }),
  )
}

function joined(words: readonly (string | undefined)[]): string | undefined {
  return words.filter(Boolean).join('; ') || undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
