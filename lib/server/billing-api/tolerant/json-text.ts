import { JsonNumber } from '@/contract/billing/scalars'
import { withBidiEscaped } from '../../../format/bidi'
import { truncateText } from '../truncate-text'

const MAX_DEPTH = 64

/**
 * Returns JSON text of an exact-parsed value for display, with digits as sent and bidi controls escaped. Shortens it
 * with "…" beyond `maxLength` or 64 levels. Unlike the exact writer it accepts any value.
 */
export function jsonText(value: unknown, maxLength: number): string {
  let text = ''
  const write = (part: unknown, depth: number): void => {
    if (text.length > maxLength) return
    if (part instanceof JsonNumber) text += part.text
    else if (typeof part !== 'object' || part === null) text += JSON.stringify(part) ?? 'null'
    else if (depth > MAX_DEPTH) text += '…'
    else if (Array.isArray(part)) {
      text += '['
      for (const [index, item] of part.entries()) {
        if (text.length > maxLength) break
        if (index > 0) text += ','
        write(item, depth + 1)
      }
      text += ']'
    } else {
      text += '{'
      for (const [index, name] of Object.keys(part).entries()) {
        if (text.length > maxLength) break
        text += `${index > 0 ? ',' : ''}${JSON.stringify(name)}:`
        write(Reflect.get(part, name), depth + 1)
      }
      text += '}'
    }
  }
  write(value, 0)
  return truncateText(withBidiEscaped(text), maxLength)
}
