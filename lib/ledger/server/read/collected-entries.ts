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

/** What begins anew after each checkpoint. */
interface SinceCheckpoint extends Pick<Checkpoint, 'pages' | 'newBreaks' | 'newBreakCount'> {
  sums: LedgerSums
  /** The blocks that were found overdrawn. */
  overdrawn: string[]
}

const nothingSince = (): SinceCheckpoint => ({
  sums: new LedgerSums(),
  pages: [],
  newBreaks: [],
  newBreakCount: 0,
  overdrawn: [],
})

/** What was read of a ledger since the last checkpoint: sums, balances, pages and breaks. */
export class CollectedEntries {
  readonly #check: LedgerCheck
  #since = nothingSince()
  #total: number | null
  #asOf: string | null

  /** @param read where the reading goes on */
  constructor(
    read: Pick<LedgerReadRow, 'check' | 'total' | 'asOf'>,
    private readonly blocks: Map<string, BlockState>,
    private readonly seen: SeenEntries,
  ) {
    this.#check = new LedgerCheck(JSON.parse(read.check), blocks, (found, overdrawn) => this.#report(found, overdrawn))
    this.#total = read.total
    this.#asOf = read.asOf
  }

  add({ page, rows, repeated, rowCount, digest, end, asOf }: WalkedPage): void {
    const entries = rows.map((row) => parsedEntry(withStoredTexts(row)))
    for (const entry of entries) {
      this.#since.sums.add(entry)
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
    this.#since.pages.push({
      page,
      entries: rowCount,
      digest,
      firstAt: instants[0] ?? null,
      lastAt: instants.at(-1) ?? null,
    })
    this.#total = end.countAtEnd
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
    const { sums, pages, newBreaks, newBreakCount, overdrawn } = this.#since
    this.#since = nothingSince()
    const seen = sums.blocks
    // A block may be found overdrawn after the entries that drew on it were written.
    const found = overdrawn.filter((block) => !seen.some((each) => each.block === block))
    const blocks = [...seen, ...found.map((block) => ({ ...NO_NAMES, block }))]
    return {
      sums: sums.sums,
      days: this.#check.takeDays(),
      blocks,
      // Their state now: reading goes on while the checkpoint is written.
      blockStates: new Map(blocks.map(({ block }) => [block, this.blocks.get(block)])),
      pages,
      added: this.seen.takeAdded(),
      newBreaks,
      newBreakCount,
      walk,
      check: this.#check.state,
      total: this.#total,
      asOf: this.#asOf,
    }
  }

  #report(found: LedgerBreak, overdrawn?: string): void {
    if (overdrawn !== undefined) this.#since.overdrawn.push(overdrawn)
    this.#since.newBreakCount += 1
    if (this.#since.newBreaks.length < MAX_BREAKS) this.#since.newBreaks.push(found)
  }
}

/** The store keeps the names that it has. */
const NO_NAMES = { pool: '', invoiceId: null, invoiceNumber: null, planName: null }
