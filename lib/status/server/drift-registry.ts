import type { DriftEntry, DriftResource, Status } from '../status'
import type { UnreadableResponse } from './api-health'
import type { Pieces } from '@/contract/pieces'
import { runInPieces } from '@/lib/core/server/in-pieces'
import type { BillingResponse } from '@/lib/billing-api/server/billing-response'
import { DriftTally, type CountedDrift } from '@/lib/billing-api/server/tolerant/drift'
import type { ReadingContext } from '@/lib/billing-api/server/tolerant/field-reader'

declare module '@/lib/core/server/operation-context' {
  interface Environment {
    /** Records how its responses differ from the interface document. */
    drift: DriftRegistry
  }
}

/** The differences that the status shows. */
const MAX_DRIFT = 300

const OPERATIONS = {
  subscription: 'getSubscription',
  invoice: 'getInvoice',
  customer: 'listTransactions',
} as const satisfies Record<DriftResource, UnreadableResponse['operation']>

type Source = Pick<DriftEntry, 'resource' | 'exampleId'>

/** The recorded drift, as plain data that several `DriftRegistry` of a process share. */
export interface DriftRecord {
  /** In the order of their last occurrence. */
  entries: Map<string, DriftEntry>
  dropped: number
}

export const emptyDriftRecord = (): DriftRecord => ({ entries: new Map(), dropped: 0 })

/**
 * Records how the responses of one billing API differ from its interface document, for this process. Holds 300 entries;
 * beyond that it drops the rarest, and of these the one not seen for longest.
 */
export class DriftRegistry {
  constructor(
    private readonly kept: DriftRecord = emptyDriftRecord(),
    private readonly recordUnreadable: (response: UnreadableResponse) => void = () => undefined,
    private readonly now: () => Date = () => new Date(),
    private readonly most = MAX_DRIFT,
  ) {}

  /**
   * Returns the view of a response, read in pieces, and counts its drift. When the reader throws, records a failed read and throws the
   * same error; it throws the signal's reason when that aborts between two pieces.
   */
  read<View>(
    source: Source,
    response: BillingResponse,
    reader: (json: unknown, context: ReadingContext) => Pieces<View>,
    signal?: AbortSignal,
  ): Promise<View> {
    return runInPieces(this.#counted(source, response, reader), signal)
  }

  *#counted<View>(
    source: Source,
    { json, amountUnit, asOf, repeated, status, requestId }: BillingResponse,
    reader: (json: unknown, context: ReadingContext) => Pieces<View>,
  ): Pieces<View> {
    const tally = new DriftTally()
    try {
      return yield* reader(json, { amountUnit, asOf, repeated, tally })
    } catch (error) {
      tally.add('unreadable', '', json)
      this.recordUnreadable({ operation: OPERATIONS[source.resource], status, requestId: requestId ?? null })
      throw error
    } finally {
      this.record(source, tally)
    }
  }

  record(source: Source, tally: Pick<DriftTally, 'entries' | 'omitted'>): void {
    for (const drift of tally.entries) this.#count(source, drift)
    this.kept.dropped += tally.omitted
  }

  list(): Status['drift'] {
    return { entries: [...this.kept.entries.values()].toReversed(), dropped: this.kept.dropped }
  }

  #count(source: Source, { count, ...drift }: CountedDrift): void {
    const at = this.now().toISOString()
    const key = JSON.stringify([source.resource, drift.kind, drift.field, drift.value])
    const known = this.kept.entries.get(key)
    if (!known && this.kept.entries.size >= this.most) this.#dropRarest()
    // Removed and added again, to keep the order of the last occurrence.
    this.kept.entries.delete(key)
    this.kept.entries.set(key, {
      ...drift,
      ...source,
      count: (known?.count ?? 0) + count,
      firstSeenAt: known?.firstSeenAt ?? at,
      lastSeenAt: at,
    })
  }

  #dropRarest(): void {
    let rarest: { key: string; count: number } | undefined
    for (const [key, { count }] of this.kept.entries) if (!rarest || count < rarest.count) rarest = { key, count }
    if (!rarest) return
    this.kept.entries.delete(rarest.key)
    this.kept.dropped += 1
  }
}
