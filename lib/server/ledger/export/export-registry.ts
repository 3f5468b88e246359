import { setTimeout as wait } from 'node:timers/promises'
import type { ExportProgress } from '@/contract/console/download'
import { log } from '../../log'
import { consoleStore } from '../../store/console-store'
import type { RunningExport } from './running-export'
import { findStoredExport, requestExportCancel, storeExport, storeProgress } from './stored-exports'

const STORE_EVERY_MS = 1_000
const MAX_WAIT_MS = 2_000

/**
 * The exports by the IDs from their browsers. Those of this process are known at once; every process stores the progress of its
 * own each second, for the others.
 */
export class ExportRegistry {
  readonly #running = new Map<string, RunningExport>()

  /**
   * Makes the progress of an export known until it ends and for an hour. Without an ID it cannot be requested.
   * @returns stores how the export has ended. Neither fails: an export does not depend on its progress
   */
  async add(exportId: string | undefined, running: RunningExport): Promise<() => Promise<void>> {
    if (exportId === undefined) return () => Promise.resolve()
    this.#running.set(exportId, running)
    const insert = () => attempt(async () => storeExport(await consoleStore(), exportId))
    let stored = await insert()
    let storing: Promise<void> | undefined
    const store = async () => {
      stored ??= await insert()
      const known = stored
      if (known && (await attempt(async () => storeProgress(await consoleStore(), known, running.progress))))
        running.cancel()
      storing = undefined
    }
    const timer = setInterval(() => (storing ??= store()), STORE_EVERY_MS).unref()
    return async () => {
      clearInterval(timer)
      const ended = Promise.resolve(storing).then(store)
      const forget = () => this.#running.get(exportId) === running && this.#running.delete(exportId)
      void ended.then(forget)
      // The file does not wait for a slow store.
      await Promise.race([ended, wait(MAX_WAIT_MS, undefined, { ref: false })])
    }
  }

  async find(exportId: string): Promise<ExportProgress | undefined> {
    return this.#running.get(exportId)?.progress ?? findStoredExport(await consoleStore(), exportId)
  }

  /** Stops an export of any process. @returns false when it is not known */
  async cancel(exportId: string): Promise<boolean> {
    const running = this.#running.get(exportId)
    running?.cancel()
    return running !== undefined || requestExportCancel(await consoleStore(), exportId)
  }
}

async function attempt<Result>(write: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await write()
  } catch (error) {
    log().warn({ event: 'export', err: error }, 'the progress of an export could not be stored')
    return undefined
  }
}
