import { DRIFT_SHOWN, type DriftItem, type Drift } from '@/contract/console/view-of'
import { withBidiEscaped } from '../../../format/bidi'
import { truncateText } from '../truncate-text'
import type { DriftTally } from './drift-tally'
import { sentText } from './sent-text'

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
    if (this.#items.length >= DRIFT_SHOWN) return
    this.#items.push({
      kind,
      path: truncateText(withBidiEscaped(path), MAX_TEXT),
      received: received === undefined ? null : sentText(received, MAX_TEXT),
    })
  }

  drift(): Drift {
    return { items: this.#items, total: this.#total }
  }
}
