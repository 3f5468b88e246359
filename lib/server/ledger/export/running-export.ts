import type { ExportProgress } from '@/contract/console/download'
import { endingSignal } from '../../stop-signals'

/** An export of this process: its progress, and the signal that stops it. */
export class RunningExport {
  readonly #stop = new AbortController()
  #progress: ExportProgress = { state: 'running', rows: 0, total: null, outcome: null }
  readonly #stopAtTheEnd = () => this.#stop.abort('stopped')

  /** @param caller aborts when the client leaves */
  constructor(caller?: AbortSignal) {
    const stop = () => this.#stop.abort('clientLeft')
    if (caller?.aborted) stop()
    caller?.addEventListener('abort', stop, { once: true })
    endingSignal().addEventListener('abort', this.#stopAtTheEnd)
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
    endingSignal().removeEventListener('abort', this.#stopAtTheEnd)
  }

  cancel(): void {
    this.#stop.abort('cancelled')
  }
}
