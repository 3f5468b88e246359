import 'server-only'
import { FINDINGS_SHOWN, type Finding, type Findings } from '@/contract/console/reading'
import { withBidiEscaped } from '../../../format/bidi'
import { shortened } from '../shortened'
import { sentText } from './sent-text'

const MAX_TEXT = 200

/** Collects what a tolerant reader noticed: the first 200 in full, the rest as a count. */
export class FindingLog {
  readonly #items: Finding[]
  #total: number

  /** `noticed`: what was noticed before, such as on parsing. */
  constructor(noticed: Findings = { items: [], total: 0 }) {
    this.#items = [...noticed.items]
    this.#total = noticed.total
  }

  /** `received` is left out where nothing was sent. */
  add(kind: Finding['kind'], path: string, received?: unknown): void {
    this.#total += 1
    if (this.#items.length >= FINDINGS_SHOWN) return
    this.#items.push({
      kind,
      path: shortened(withBidiEscaped(path), MAX_TEXT),
      received: received === undefined ? null : sentText(received, MAX_TEXT),
    })
  }

  findings(): Findings {
    return { items: this.#items, total: this.#total }
  }
}
