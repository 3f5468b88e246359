import { withoutBidi } from '../../format/bidi'
import { truncateText } from './truncate-text'

const MAX_LENGTH = 500
/** Invisible characters: line separators and the byte order mark. */
const INVISIBLE = /[\u2028\u2029\uFEFF]/gu

/**
 * Returns the billing API's own message in an error body, or undefined when it has no readable one: problem+json,
 * `{message}` as text or list, `{error}`, `{error: {message}}`, plain text (gaps.md, Errors). HTML is ignored. At most
 * 500 characters, without control and bidi characters.
 */
export function upstreamMessage(json: unknown, text: string, contentType: string): string | undefined {
  const message = json === undefined ? (/^text\/plain\b/i.test(contentType) ? text : undefined) : wordsOf(json)
  const clean =
    message &&
    withoutBidi(message)
      .replaceAll(INVISIBLE, '')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
  if (!clean || /^<[!a-z]/i.test(clean)) return undefined
  return truncateText(clean, MAX_LENGTH)
}

function wordsOf(json: unknown): string | undefined {
  if (typeof json === 'string') return json
  if (!isRecord(json)) return undefined
  const { detail, message, error } = json
  return textOf(detail) ?? textOf(message) ?? textOf(error) ?? (isRecord(error) ? textOf(error.message) : undefined)
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value
  if (!Array.isArray(value)) return undefined
  const lines = value.filter((line) => typeof line === 'string').slice(0, 20)
  return lines.length > 0 ? lines.join('; ') : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
