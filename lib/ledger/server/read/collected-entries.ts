import { type LedgerBreak, MAX_BREAKS } from '../../whole-ledger'
import type { BlockState } from '../../block-draws'
import { createdAtOf } from '../../entry'
import { parsedEntry } from '../../parsed-entry'
import { LedgerCheck } from '../../ledger-check'
import { LedgerSums } from '../../ledger-sums'
import { totalOfWalk, type WalkEnd } from '../../ledger-walk'
import { readable } from '@/lib/billing-api/unreadable'
import type { LedgerReadRow } from './stored-reads'
import type { SeenEntries } from './seen-entries'
import type { WalkedPage } from './walk-ledger'
import { type Checkpoint, withStoredTexts } from './write-checkpoint'

/** What was read of a ledger since the last checkpoint: sums, balances, pages and breaks. */
export class CollectedEntries {
  readonly #sums = new LedgerSums()
  readonly #check: LedgerCheck
  #breaks: LedgerBreak[] = []
  #breakCount = 0
  #pages: Checkpoint['pages'] = []
  #total: number | null
  #asOf: string | null

  /** @param read where the reading goes on */
  constructor(
    read: Pick<LedgerReadRow, 'check' | 'total' | 'asOf'>,
    private readonly blocks: Map<string, BlockState>,
    private readonly seen: SeenEntries,
  ) {
    this.#check = new LedgerCheck(JSON.parse(read.check), blocks, (found) => this.#report(found))
    this.#total = read.total
    this.#asOf = read.asOf
  }

  add({ page, rows, repeated, rowCount, digest, total, asOf }: WalkedPage): void {
    const entries = rows.map((row) => parsedEntry(withStoredTexts(row)))
    for (const entry of entries) {
      this.#sums.add(entry)
      this.#check.add(entry, page)
    }
    for (const row of repeated)
      this.#report({
        kind: 'repeated',
        transactionId: readable(withStoredTexts(row).id),
        page,
        createdAt: createdAtOf(row),
        offBy: null,
      })
    const instants = entries.flatMap(({ createdAt }) => createdAt ?? []).toSorted()
    this.#pages.push({
      page,
      entries: rowCount,
      digest,
      firstAt: instants[0] ?? null,
      lastAt: instants.at(-1) ?? null,
    })
    this.#total = total
    this.#asOf = asOf
  }

  get poolCount(): number {
    return this.#check.poolCount
  }

  /** Checks what only the end of the ledger shows. */
  finish(end: WalkEnd): void {
    this.#check.finish()
    this.#total = totalOfWalk(end)
  }

  /** Leaves the figures as old as they were: not all pages could be read. */
  restoreReadTime({ total, asOf }: Pick<LedgerReadRow, 'total' | 'asOf'>): void {
    this.#total = total
    this.#asOf = asOf
  }

  /** Returns what to write, and begins anew. */
  drainCheckpoint(walk: WalkEnd): Checkpoint {
    const seen = this.#sums.takeBlocks()
    // A block may be found overdrawn after the entries that drew on it were written.
    const found = this.#check.takeOverdrawn().filter((block) => !seen.some((each) => each.block === block))
    const blocks = [...seen, ...found.map((block) => ({ ...NO_NAMES, block }))]
    const drained: Checkpoint = {
      sums: this.#sums.takeSums(),
      days: this.#check.takeDays(),
      blocks,
      // Their state now: reading goes on while the checkpoint is written.
      blockStates: new Map(blocks.map(({ block }) => [block, this.blocks.get(block)])),
      pages: this.#pages,
      added: this.seen.takeAdded(),
      newBreaks: this.#breaks,
      newBreakCount: this.#breakCount,
      walk,
      check: this.#check.state,
      total: this.#total,
      asOf: this.#asOf,
    }
    this.#pages = []
    this.#breaks = []
    this.#breakCount = 0
    return drained
  }

  #report(found: LedgerBreak): void {
    this.#breakCount += 1
    if (this.#breaks.length < MAX_BREAKS) this.#breaks.push(found)
  }
}

/** The store keeps the names that it has. */
const NO_NAMES = { pool: '', invoiceId: null, invoiceNumber: null, planName: null }
