import type { Pieces } from '@/contract/pieces'

/** Characters between two yields. */
const CHARACTERS_A_PIECE = 32 * 1024
/** Deeper nesting is rejected. The parser of responses gives up earlier, at its stack limit. */
const MAX_NESTING = 10_000
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d])
const [QUOTE, BACKSLASH, FIRST_PRINTABLE] = [0x22, 0x5c, 0x20]

/**
 * Calls `onToken` with the position of each token of a JSON text, in order: a bracket, a comma, a colon, or a whole
 * string, number or literal. Reads the text once and keeps none of it. Yields regularly.
 * @returns whether the text is JSON (RFC 8259) nested at most 10,000 deep; if not, the tokens before the error have
 * been reported
 */
export function* eachJsonToken(json: string, onToken: (start: number, end: number) => void): Pieces<boolean> {
  let yieldAt = CHARACTERS_A_PIECE
  const closings: string[] = []
  let expected: 'value' | 'firstItem' | 'firstName' | 'name' | 'colon' | 'more' = 'value'
  for (let at = afterSpaces(json, 0); at < json.length; at = afterSpaces(json, at)) {
    const start = at
    const character = json.charAt(at)
    const closing = closings.at(-1)
    if (expected === 'more' && closing === undefined) return false
    at += 1
    if (character === closing && expected !== 'value' && expected !== 'name' && expected !== 'colon') {
      closings.pop()
      expected = 'more'
    } else if (expected === 'more') {
      if (character !== ',') return false
      expected = closing === '}' ? 'name' : 'value'
    } else if (expected === 'colon') {
      if (character !== ':') return false
      expected = 'value'
    } else if (expected === 'name' || expected === 'firstName') {
      at = endOfString(json, start)
      expected = 'colon'
    } else if (character === '{' || character === '[') {
      closings.push(character === '{' ? '}' : ']')
      expected = character === '{' ? 'firstName' : 'firstItem'
    } else {
      at = character === '"' ? endOfString(json, start) : endOfMatch(SCALAR, json, start)
      expected = 'more'
    }
    if (at <= start || closings.length > MAX_NESTING) return false
    onToken(start, at)
    if (at < yieldAt) continue
    yieldAt = at + CHARACTERS_A_PIECE
    yield
  }
  return expected === 'more' && closings.length === 0
}

function afterSpaces(json: string, from: number): number {
  let at = from
  while (SPACES.has(json.charCodeAt(at))) at += 1
  return at
}

/** Returns the position after the closing quote; -1 when there is no valid string. */
function endOfString(json: string, start: number): number {
  if (json.charCodeAt(start) !== QUOTE) return -1
  for (let at = start + 1; at < json.length;) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) return at + 1
    at = code === BACKSLASH ? endOfMatch(ESCAPE, json, at) : code < FIRST_PRINTABLE ? -1 : at + 1
    if (at === -1) return -1
  }
  return -1
}

function endOfMatch(pattern: RegExp, json: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(json) ? pattern.lastIndex : -1
}
