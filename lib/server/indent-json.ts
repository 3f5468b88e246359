import 'server-only'
import { withBidiEscaped } from '../format/bidi'

const INDENT = '  '
/** Deeper levels stay on this column: a few kilobytes of brackets must not indent to gigabytes. */
const MAX_DEPTH = 32
const TOKEN = /[^\s{}[\],:"]+|[{}[\],:"]/g

/**
 * Valid JSON on indented lines, each token as it was sent: digits, escapes, order and doubled names stay. Only
 * bidi controls are written as escapes, so that no value can reorder what stands beside it.
 */
export function indentJson(json: string): string {
  const pieces: string[] = []
  let depth = 0
  let opened = false
  const newLine = () => pieces.push('\n', INDENT.repeat(Math.min(depth, MAX_DEPTH)))
  for (TOKEN.lastIndex = 0; ;) {
    const token = TOKEN.exec(json)?.[0]
    if (token === undefined) return withBidiEscaped(pieces.join(''))
    const closes = token === '}' || token === ']'
    if (closes) depth -= 1
    if (opened !== closes) newLine()
    opened = token === '{' || token === '['
    if (opened) depth += 1
    if (token === '"') {
      const end = endOfString(json, TOKEN.lastIndex)
      pieces.push(json.slice(TOKEN.lastIndex - 1, end))
      TOKEN.lastIndex = end
    } else pieces.push(token === ':' ? ': ' : token)
    if (token === ',') newLine()
  }
}

/** The place after a string's closing quote, `from` being the place after its opening one. */
function endOfString(json: string, from: number): number {
  for (let at = from; ; at += 1) {
    const character = json.charCodeAt(at)
    if (character === 92 /* backslash */) at += 1
    else if (character === 34 /* quote */ || Number.isNaN(character)) return at + 1
  }
}
