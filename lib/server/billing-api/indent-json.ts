import { withBidiEscaped } from '../../format/bidi'
import { runToEnd, type Pieces } from '@/contract/pieces'
import { eachJsonToken } from './json-tokens'

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
export function* indentJsonInPieces(json: string): Pieces<string | undefined> {
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
