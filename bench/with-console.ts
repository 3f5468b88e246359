import type { Browser } from '@playwright/test'
import type { BillingService } from './billing-service'
import { startBrowser } from './browser'
import type { Bench, BenchOptions } from './figure'
import { whileRunning } from './listening-program'
import { type ResourceName, startLargeService } from './large-service'
import { type BenchConsole, startBenchConsole } from './signed-in-console'

/** Opening a page takes seconds. */
const QUICK_ROUNDS = 1

/** The programs that the figures of the pages are measured on. */
export interface Running {
  service: BillingService
  console: BenchConsole
  browser: Browser
}

/** A bench of the console's pages, on programs that other benches may have used before. */
export interface PageBench {
  figures: Bench['figures']
  /** The resources that the service must have. */
  resources: readonly ResourceName[]
  measure(running: Running, options: BenchOptions): ReturnType<Bench['measure']>
}

/** Combines several page benches into one bench on one console. */
export function onOneConsole(parts: readonly PageBench[]): Bench {
  return {
    figures: parts.flatMap(({ figures }) => figures),
    async measure(options) {
      const asked = parts.filter(({ figures }) => figures.some(({ id }) => options.isAsked(id)))
      const names = asked.flatMap(({ resources }) => resources)
      const rounds = options.quick ? QUICK_ROUNDS : options.rounds
      return withConsole(names, options, async (running) => {
        const samples = new Map<string, readonly number[]>()
        for (const part of asked) {
          try {
            for (const [id, values] of await part.measure(running, { ...options, rounds })) samples.set(id, values)
          } catch (error) {
            options.signal.throwIfAborted()
            const ids = part.figures.map(({ id }) => id).join(', ')
            options.log(`  ${ids} NOT MEASURED: ${error instanceof Error ? error.message : String(error)}`)
          }
        }
        return samples
      })
    },
  }
}

/** Starts the service with these resources, a console on it and a browser, and stops them when `run` is done. */
export function withConsole<Result>(
  names: readonly ResourceName[],
  options: BenchOptions,
  run: (running: Running) => Promise<Result>,
): Promise<Result> {
  return whileRunning(startLargeService(options.shared, names), (service) =>
    whileRunning(startBenchConsole(service, options), async (console) => {
      const browser = await startBrowser()
      // Everything that waits for the browser then ends.
      const close = () => void browser.close()
      options.signal.addEventListener('abort', close)
      try {
        return await run({ service, console, browser })
      } finally {
        options.signal.removeEventListener('abort', close)
        await browser.close()
      }
    }),
  )
}
