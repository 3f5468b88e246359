import type { ChangeRow } from './change-row'

export type WatchedRow = Pick<ChangeRow, 'id' | 'revision' | 'holder' | 'heldUntil' | 'nextCheckAt' | 'sentAt'>

interface Watched {
  revision: number
  unchangedSinceMs: number
  /** When this process first saw it as sent. */
  sentSinceMs: number | undefined
}

/**
 * Measures by the monotonic clock how long this process has seen each open change at its present revision. The measure is never
 * too long, so a step of the store's clock cannot shorten a lease or a quiet period.
 */
export class RowWatch {
  #watched = new Map<string, Watched>()

  constructor(private readonly elapsedMs: () => number) {}

  /** @param rows all changes under way; the watch forgets all others */
  see(rows: readonly WatchedRow[]): void {
    const nowMs = this.elapsedMs()
    this.#watched = new Map(
      rows.map(({ id, revision, sentAt }) => {
        const before = this.#watched.get(id)
        const unchangedSinceMs = before?.revision === revision ? before.unchangedSinceMs : nowMs
        const sentSinceMs = sentAt === null ? undefined : (before?.sentSinceMs ?? nowMs)
        return [id, { revision, unchangedSinceMs, sentSinceMs }]
      }),
    )
  }

  unchangedMs({ id, revision }: Pick<ChangeRow, 'id' | 'revision'>): number {
    const watched = this.#watched.get(id)
    return watched?.revision === revision ? this.elapsedMs() - watched.unchangedSinceMs : 0
  }

  sentMs({ id }: Pick<ChangeRow, 'id'>): number {
    const nowMs = this.elapsedMs()
    return nowMs - (this.#watched.get(id)?.sentSinceMs ?? nowMs)
  }
}
