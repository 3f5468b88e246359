import type { DriftItem } from '@/contract/console/view-of'
import { withBidiEscaped } from '../../../format/bidi'
import { truncateText } from '../truncate-text'
import { sentText } from './sent-text'

const MAX_ENTRIES = 200
const MAX_FIELD_CHARS = 200
const MAX_VALUE_CHARS = 80

/** One kind of drift of a response, and how often it occurred. */
export interface CountedDrift {
  field: string
  kind: DriftItem['kind']
  /** The value of an `unknownValue`; null for all other kinds. */
  value: string | null
  count: number
}

/**
 * Counts the drift of one response by kind and field, whatever the position in a list: up to 200 entries, the rest as a
 * number.
 */
export class DriftTally {
  readonly #entries = new Map<string, CountedDrift>()
  #omitted = 0

  add(kind: DriftItem['kind'], path: string, received: unknown): void {
    // A field name may be as long as the response, so it is shortened.
    const field = path.slice(0, MAX_FIELD_CHARS * 2).replaceAll(/\[\d+\]/g, '[]')
    const value = kind === 'unknownValue' ? sentText(received, MAX_VALUE_CHARS) : null
    const key = `${kind} ${value === null ? '' : JSON.stringify(value)} ${field}`
    const known = this.#entries.get(key)
    if (known) known.count += 1
    else if (this.#entries.size < MAX_ENTRIES)
      this.#entries.set(key, { field: truncateText(withBidiEscaped(field), MAX_FIELD_CHARS), kind, value, count: 1 })
    else this.#omitted += 1
  }

  get entries(): Iterable<CountedDrift> {
    return this.#entries.values()
  }

  /** The number of drift items beyond the 200 entries. */
  get omitted(): number {
    return this.#omitted
  }
}
