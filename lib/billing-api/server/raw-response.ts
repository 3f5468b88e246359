import { type Pieces, runToEnd } from '@/contract/pieces'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { runInPieces } from '@/lib/core/server/in-pieces'
import { withBidiEscaped } from '@/lib/text/bidi'
import type { BillingTarget } from './billing-request'
import { readProblem } from './response-problem'

/**
 * Returns a response as the billing API sent it, re-indented.
 * @throws ProblemError as `BillingClient.readText`, and `unreadable_response` when the text is not JSON
 */
export async function readRaw(
  { environment, requestId, signal }: OperationContext,
  target: BillingTarget,
): Promise<string> {
  const { billing, health } = environment
  return billing.memory.use(async (share) => {
    const response = await billing.readText(target, { requestId, signal, share })
    const text = await runInPieces(indentJsonInPieces(response.text), signal)
    if (text !== undefined) return text
    health.recordUnreadable({ operation: target.operation, status: response.status, requestId })
    throw readProblem(response, target.operation)
  })
}

const INDENT = '  '
/** Deeper levels are indented as this one: a few kilobytes of brackets must not become gigabytes. */
const MAX_DEPTH = 32
/**
 * The text is indented up to about this size and copied unchanged after it, because indented text is read but long text
 * only copied.
 */
const MAX_INDENTED_CHARACTERS = 8 * 1024 * 1024
const PART_CHARACTERS = 64 * 1024

/** Like `indentJsonInPieces`, without interruption. */
export const indentJson = (json: string): string | undefined => runToEnd(indentJsonInPieces(json))

/**
 * Returns valid JSON on indented lines, with each token as sent: digits, escapes, order and repeated names. Only bidi
 * controls are escaped, so that no value can reorder the text beside it. The result is at most 8 Mi characters longer,
 * and takes about as much memory.
 * @returns undefined when the text is not JSON
 */
function* indentJsonInPieces(json: string): Pieces<string | undefined> {
  const parts: string[] = []
  let part = ''
  let length = 0
  let depth = 0
  let opened = false
  let indentedTo = 0
  const newLine = () => `\n${INDENT.repeat(Math.min(depth, MAX_DEPTH))}`
  const isJson = yield* eachJsonToken(json, (start, end) => {
    if (length > MAX_INDENTED_CHARACTERS) return
    const token = json.charAt(start)
    const closes = token === '}' || token === ']'
    if (closes) depth -= 1
    let line = opened !== closes ? newLine() : ''
    opened = token === '{' || token === '['
    if (opened) depth += 1
    line += token === ':' ? ': ' : token === ',' ? `,${newLine()}` : json.slice(start, end)
    part += line
    length += line.length
    indentedTo = end
    if (part.length < PART_CHARACTERS) return
    addEscaped(parts, part)
    part = ''
  })
  if (!isJson) return undefined
  addEscaped(parts, part)
  for (let at = indentedTo; at < json.length; at += PART_CHARACTERS) {
    addEscaped(parts, json.slice(at, at + PART_CHARACTERS))
    yield
  }
  return parts.join('')
}

/** Escapes in parts: the matches of a text full of bidi controls would fill the memory. */
function addEscaped(parts: string[], text: string): void {
  for (let at = 0; at < text.length; at += PART_CHARACTERS)
    parts.push(withBidiEscaped(text.slice(at, at + PART_CHARACTERS)))
}

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
function* eachJsonToken(json: string, onToken: (start: number, end: number) => void): Pieces<boolean> {
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
