import { truncateText } from '@/lib/text/truncate-text'
import { type Drift, DRIFT_SHOWN, type DriftItem } from '../../view-of'
import { withBidiEscaped } from '@/lib/text/bidi'
import { sentText } from './scalars'

const MAX_TEXT = 200

/** Collects the drift of a response: the first 200 items in full, the rest as a count. */
export class DriftLog {
  readonly #items: DriftItem[]
  #total: number

  /**
   * @param noticed drift found earlier, such as during parsing
   * @param tally also counts all drift, by kind and field instead of position
   */
  constructor(
    noticed: Drift = { items: [], total: 0 },
    private readonly tally?: DriftTally,
  ) {
    this.#items = [...noticed.items]
    this.#total = noticed.total
    for (const { kind, path, received } of noticed.items) tally?.add(kind, path, received)
  }

  /** `received` is undefined when nothing was sent. */
  add(kind: DriftItem['kind'], path: string, received?: unknown): void {
    this.#total += 1
    this.tally?.add(kind, path, received)
    if (this.isFull) return
    this.#items.push({
      kind,
      path: truncateText(withBidiEscaped(path), MAX_TEXT),
      received: received === undefined ? null : sentText(received, MAX_TEXT),
    })
  }

  /** True when further items are only counted. */
  get isFull(): boolean {
    return this.#items.length >= DRIFT_SHOWN
  }

  drift(): Drift {
    return { items: this.#items, total: this.#total }
  }
}

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
