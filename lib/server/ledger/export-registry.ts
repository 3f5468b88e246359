import type { ExportProgress } from '@/contract/console/export-progress'
import { lastCall } from '../stop-signals'

const MAX_KEPT = 200
const KEPT_MS = 60 * 60 * 1000

/** A running export: its progress, and the signal that stops it. */
export class RunningExport {
  readonly #stop = new AbortController()
  #progress: ExportProgress = { state: 'running', rows: 0, total: null, outcome: null }

  readonly #stopAtLastCall = () => this.#stop.abort('stopped')

  /** @param caller aborts when the client leaves */
  constructor(caller?: AbortSignal) {
    const stop = () => this.#stop.abort('goneAway')
    if (caller?.aborted) stop()
    caller?.addEventListener('abort', stop, { once: true })
    lastCall().addEventListener('abort', this.#stopAtLastCall)
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
    lastCall().removeEventListener('abort', this.#stopAtLastCall)
  }

  cancel(): void {
    this.#stop.abort('cancelled')
  }
}

/** The exports of an environment by the ids from their browsers: the last 200, while they run and for an hour. */
export class ExportRegistry {
  readonly #known = new Map<string, { startedAt: number; running: RunningExport }>()

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Adds an export. A repeated id then means the newer export. Without an id its progress cannot be requested. */
  add(exportId: string | undefined, running: RunningExport): void {
    if (exportId === undefined) return
    this.#known.delete(exportId)
    this.#known.set(exportId, { startedAt: this.now(), running })
    this.#forget()
  }

  find(exportId: string): RunningExport | undefined {
    this.#forget()
    return this.#known.get(exportId)?.running
  }

  /**
   * The map is in order of insertion, oldest first. A running export that is dropped continues, but cannot be found.
   */
  #forget(): void {
    for (const [exportId, { startedAt, running }] of this.#known) {
      const isOld = this.now() - startedAt > KEPT_MS && running.progress.state !== 'running'
      if (isOld || this.#known.size > MAX_KEPT) this.#known.delete(exportId)
    }
  }
}
