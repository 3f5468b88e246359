import type { ExportProgress } from '@/contract/console/export-progress'

const MOST_KEPT = 200
const KEPT_MS = 60 * 60 * 1000

/** An export under way: what it reports, and the signal that stops it. */
export class RunningExport {
  readonly #stop = new AbortController()
  #progress: ExportProgress = { state: 'running', rows: 0, total: null, outcome: null }

  /** @param caller aborts when whoever downloads has gone */
  constructor(caller?: AbortSignal) {
    const gone = () => this.#stop.abort('goneAway')
    if (caller?.aborted) gone()
    caller?.addEventListener('abort', gone, { once: true })
  }

  get signal(): AbortSignal {
    return this.#stop.signal
  }

  get progress(): ExportProgress {
    return this.#progress
  }

  wrote(rows: number, total: number | null): void {
    this.#progress = { ...this.#progress, rows: this.#progress.rows + rows, total }
  }

  end(state: 'complete' | 'partial', outcome: string): void {
    this.#progress = { ...this.#progress, state, outcome }
  }

  cancel(): void {
    this.#stop.abort('cancelled')
  }
}

/** The exports of an environment, by the ids their browsers gave them: the last 200, for as long as they run and an hour. */
export class ExportRegistry {
  readonly #known = new Map<string, { begunAt: number; running: RunningExport }>()

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Notes an export that begins; an id that comes again is that of the newer one. Without an id nobody asks for it. */
  add(exportId: string | undefined, running: RunningExport): void {
    if (exportId === undefined) return
    this.#known.delete(exportId)
    this.#known.set(exportId, { begunAt: this.now(), running })
    this.#forget()
  }

  find(exportId: string): RunningExport | undefined {
    this.#forget()
    return this.#known.get(exportId)?.running
  }

  /** Oldest first, which is the order they are held in. What still runs goes on without being known. */
  #forget(): void {
    for (const [exportId, { begunAt, running }] of this.#known) {
      const isOld = this.now() - begunAt > KEPT_MS && running.progress.state !== 'running'
      if (isOld || this.#known.size > MOST_KEPT) this.#known.delete(exportId)
    }
  }
}
