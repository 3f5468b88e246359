import { Big } from 'big.js'
import type { LedgerBreak } from './whole-ledger'
import type { ParsedEntry } from './parsed-entry'
import { CHARS_OF_ENTRY } from './pool-state'

/** An entry in its ledger. */
export type Place = Pick<LedgerBreak, 'transactionId' | 'page' | 'createdAt'>

/** Takes what a check finds. @param overdrawn the block of the kind `overdrawn` */
export type OnBreak = (found: LedgerBreak, overdrawn?: string) => void

/** What is left of a block, and whether it was granted anything. */
export interface BlockState {
  left: string | null
  hasGrant: boolean
  isOverdrawn: boolean
}

/** What is left of the blocks of a ledger, and the entries of the newest instant that drew on them. */
export class BlockDraws {
  readonly #drawn: Map<string, Place>
  /** The characters of `#drawn`. */
  #chars = 0
  #notDrawn: number

  /** @param stored as `drawn` and `notDrawn` return it */
  constructor(
    stored: { drawn: readonly [blockId: string, place: Place][]; notDrawn: number },
    private readonly blocks: Map<string, BlockState>,
    private readonly maxChars: number,
    private readonly onBreak: OnBreak,
  ) {
    this.#drawn = new Map(stored.drawn)
    this.#notDrawn = stored.notDrawn
    for (const [blockId, place] of this.#drawn) this.#chars += charsOfDraw(blockId, place)
  }

  get drawn(): [blockId: string, place: Place][] {
    return [...this.#drawn]
  }

  /** The number of entries that were not compared with their block: their instant has too many. */
  get notDrawn(): number {
    return this.#notDrawn
  }

  /** Takes an entry's amount from its block, or adds it. */
  add({ block: blockId, amount }: ParsedEntry, place: Place): void {
    if (blockId === '') return
    const block = this.blocks.get(blockId) ?? { left: '0', hasGrant: false, isOverdrawn: false }
    this.blocks.set(blockId, {
      isOverdrawn: block.isOverdrawn,
      left: block.left === null || amount === null ? null : amount.plus(block.left).toFixed(),
      hasGrant: block.hasGrant || amount?.gt(0) === true,
    })
    if (amount?.lt(0) !== true || block.isOverdrawn) return
    const before = this.#drawn.get(blockId)
    const chars = charsOfDraw(blockId, place) - (before ? charsOfDraw(blockId, before) : 0)
    if (this.#chars + chars > this.maxChars) this.#notDrawn += 1
    else {
      this.#drawn.set(blockId, place)
      this.#chars += chars
    }
  }

  /** Reports the blocks that were overdrawn. An entry of the same instant may have granted what another one used: call it after all of them. */
  report(): void {
    for (const [blockId, place] of this.#drawn) {
      const block = this.blocks.get(blockId)
      if (!block || block.isOverdrawn || !block.hasGrant || block.left === null || !new Big(block.left).lt(0)) continue
      this.blocks.set(blockId, { ...block, isOverdrawn: true })
      this.onBreak({ kind: 'overdrawn', ...place, offBy: block.left }, blockId)
    }
    this.#drawn.clear()
    this.#chars = 0
  }
}

const charsOfDraw = (blockId: string, { transactionId }: Place): number =>
  blockId.length + (transactionId?.length ?? 0) + CHARS_OF_ENTRY
