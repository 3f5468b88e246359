import type { Pieces } from '@/contract/pieces'
import { UndecodableError } from './content-decoding'

/** A shorter key could match ordinary words of a response. */
const MIN_KEY_CHARACTERS = 8
/** How often a percent sign may be encoded again, as in a URL within a URL. */
const MAX_ENCODED = 8

const PIECE_CHARACTERS = 64 * 1024
/** No piece of a readable response is longer (docs/limits.md), and a search of a much longer one blocks the others. */
const MAX_PIECE_CHARACTERS = 2 * 1024 * 1024
/** The text is cut before these characters. An encoded key contains them only when the key does. */
const BOUNDARIES = ['"', ','] as const

/**
 * Like `withoutKey`, but yields after each 64 Ki characters.
 * @throws UndecodableError when no quote or comma ends a piece of 2 Mi characters
 */
export function* withoutKeyInPieces(text: string, key: string): Pieces<string> {
  if (BOUNDARIES.some((boundary) => key.includes(boundary))) return withoutKey(text, key)
  const parts: string[] = []
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + PIECE_CHARACTERS
    const last = Math.min(text.length, start + MAX_PIECE_CHARACTERS)
    while (end < last && text[end] !== BOUNDARIES[0] && text[end] !== BOUNDARIES[1]) end += 1
    if (end - start === MAX_PIECE_CHARACTERS)
      throw new UndecodableError('has millions of characters without a quote or comma')
    parts.push(withoutKey(text.slice(start, end), key))
    yield
  }
  return parts.join('')
}

/**
 * Returns a response text with `[key]` wherever it contains our key: plain, with JSON escapes (`\/`, `\u006b`),
 * percent-encoded, or in base64 or base64url, alone or within a longer text such as `x-api-key: …` or `name:key`. Takes
 * linear time.
 */
export function withoutKey(text: string, key: string): string {
  if (key.length < MIN_KEY_CHARACTERS) return text
  const { literals, escaped } = formsOf(key)
  let cut = text
  for (const literal of literals) cut = cut.replaceAll(literal, '[key]')
  return /[\\%]/.test(cut) ? cut.replaceAll(escaped, '[key]') : cut
}

interface KeyForms {
  key: string
  /** The key, and its base64 forms. */
  literals: readonly string[]
  /** Matches any of the literals with escapes in it. */
  escaped: RegExp
}

/** The forms of the last key. V8 has little memory for the code of such long patterns, and ends the process without it. */
let known: KeyForms | undefined

function formsOf(key: string): KeyForms {
  if (known?.key === key) return known
  const literals = [key, ...new Set(encodings(key))]
  known = { key, literals, escaped: new RegExp(literals.map(escapedForm).filter(Boolean).join('|'), 'g') }
  return known
}

/**
 * Returns the base64 forms of the key for each of the three offsets in a group of three bytes. Each form has only the
 * characters that hold bits of the key alone, whatever surrounds it.
 */
function encodings(key: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(key)])
    const [first, last] = [Math.ceil((before * 4) / 3), Math.floor((bytes.length * 4) / 3)]
    return (['base64', 'base64url'] as const).map((alphabet) => bytes.toString(alphabet).slice(first, last))
  })
}

/**
 * Returns a pattern for printable ASCII as JSON or a URL may write it, per character: plain, by code, or escaped.
 * Backslashes of the key itself are included. No text matches in two ways, and a run of backslashes is matched only
 * from its start, so matching takes linear time.
 */
function escapedForm(literal: string): string {
  return Array.from(literal.matchAll(/(\\*)([^\\])/g), ([, ownBackslashes, character = ''], index) => {
    const code = character.charCodeAt(0).toString(16)
    const digits = code.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)
    const backslashes = index === 0 ? String.raw`(?<!\\)\\+` : String.raw`\\+`
    const encoded = String.raw`(?:%|${backslashes}u0025)(?:25){0,${MAX_ENCODED}}`
    const own = ownBackslashes && index > 0 ? String.raw`(?:\\+u005[cC]|${encoded}5[cC])*` : ''
    const plain = own || /\W/.test(character) ? `(?:${backslashes})?` : ''
    return String.raw`${own}(?:${plain}\x${code}|${backslashes}u00${digits}|${encoded}${digits})`
  }).join('')
}
