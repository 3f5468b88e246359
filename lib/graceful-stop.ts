import { setTimeout as wait } from 'node:timers/promises'
import { releaseOwnLeases } from '@/lib/changes/server/claim-changes'
import { log } from '@/lib/core/server/log'
import { settings } from '@/lib/core/server/settings'
import { stopOfProcess } from '@/lib/core/server/process-stop'
import { closeConsoleStore } from '@/lib/store/console-store'

/** The HTTP server of this process (`scripts/start/admission.mjs`). */
interface Server {
  stop: (drainMs: number) => Promise<void>
  cut: () => void
}

declare global {
  var consoleServer: Server | undefined
}

/**
 * The milliseconds of a stop, from the signal on. Service managers kill a process after 10 s. A deployed console first serves on
 * while /readyz says 503, so that a load balancer notices.
 */
const DRAIN_MS = 2_000
const END_WORK_MS = 7_000
const CUT_MS = 8_500
const EXIT_MS = 9_500

/**
 * Stops the process gracefully on SIGTERM and SIGINT: finishes requests, leaves every change in a state from which another
 * process goes on, and closes the store. Does nothing in `next dev`, which stops by itself.
 * @param endings stop the background work of the process
 */
export function stopOnSignals(endings: readonly (() => unknown)[]): void {
  const server = globalThis.consoleServer
  if (server === undefined) return
  let isAsked = false
  const stop = (name: string) => {
    if (isAsked) return
    isAsked = true
    log().info({ event: 'stop', signal: name }, 'stopping')
    setTimeout(() => {
      log().error({ event: 'stop' }, 'the store did not respond; stopped without closing it')
      process.exit(1)
    }, EXIT_MS)
    void stopGracefully(server, endings).then(() => process.exit(0))
  }
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, stop)
}

async function stopGracefully(server: Server, endings: readonly (() => unknown)[]): Promise<void> {
  const startedMs = performance.now()
  const until = (ms: number) => wait(Math.max(0, startedMs + ms - performance.now()))
  const { stopping, ending, unfinished } = stopOfProcess()
  stopping.abort()
  const background = Promise.allSettled(endings.map(async (end) => end()))
  const requests = server.stop(settings().CONSOLE_ORIGIN === undefined ? 0 : DRAIN_MS)
  await Promise.race([requests, until(END_WORK_MS)])
  ending.abort()
  await Promise.race([Promise.all([requests, background, Promise.allSettled(unfinished)]), until(CUT_MS)])
  server.cut()
  try {
    await releaseOwnLeases()
    await closeConsoleStore()
  } catch (error) {
    log().error({ event: 'stop', err: error }, 'the store could not be closed')
  }
  log().info({ event: 'stop', ms: Math.round(performance.now() - startedMs) }, 'stopped')
}
