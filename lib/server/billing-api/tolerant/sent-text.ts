import { shortened } from '../shortened'
import { jsonText } from './json-text'

/** What was sent, to be shown: text as it is unless it is blank, anything else as JSON; cut to `maxLength`. */
export function sentText(value: unknown, maxLength: number): string {
  return typeof value === 'string' && value.trim() !== '' ? shortened(value, maxLength) : jsonText(value, maxLength)
}
