import { withBidiEscaped } from '../../format/bidi'
import { eachJsonToken } from './json-tokens'

const INDENT = '  '
/** Deeper levels stay on this column: a few kilobytes of brackets must not indent to gigabytes. */
const MAX_DEPTH = 32
/** Indented text ends about here and the rest follows as it came: more is never looked at, but may be copied. */
const MAX_INDENTED_CHARACTERS = 8 * 1024 * 1024
const PART_CHARACTERS = 64 * 1024

/**
 * Valid JSON on indented lines, each token as it was sent: digits, escapes, order and doubled names stay. Only
 * bidi controls are written as escapes, so that no value can reorder what stands beside it. At most 8 Mi characters
 * longer than it came, made in about as much memory.
 * @returns undefined where the text is not JSON
 */
export function indentJson(json: string): string | undefined {
  const parts: string[] = []
  let part = ''
  let length = 0
  let depth = 0
  let opened = false
  let indentedTo = 0
  const newLine = () => `\n${INDENT.repeat(Math.min(depth, MAX_DEPTH))}`
  const isJson = eachJsonToken(json, (start, end) => {
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
  addEscaped(parts, json.slice(indentedTo))
  return parts.join('')
}

/** A part at a time: a text full of bidi controls would otherwise fill the memory with its matches. */
function addEscaped(parts: string[], text: string): void {
  for (let at = 0; at < text.length; at += PART_CHARACTERS)
    parts.push(withBidiEscaped(text.slice(at, at + PART_CHARACTERS)))
}
