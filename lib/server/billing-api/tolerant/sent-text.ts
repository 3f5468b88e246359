import { truncateText } from '../truncate-text'
import { jsonText } from './json-text'

/**
 * Returns a received value for display, shortened to `maxLength`: text as it is unless blank, anything else as JSON.
 */
export function sentText(value: unknown, maxLength: number): string {
  return typeof value === 'string' && value.trim() !== '' ? truncateText(value, maxLength) : jsonText(value, maxLength)
}
