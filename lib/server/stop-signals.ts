import { setMaxListeners } from 'node:events'

/*
 * The two moments of a graceful stop (graceful-stop.ts). Next loads a module once for pages and once for routes.
 */
declare global {
  var consoleStop: { begun: AbortController; lastCall: AbortController } | undefined
}

export function stopControllers() {
  if (globalThis.consoleStop) return globalThis.consoleStop
  globalThis.consoleStop = { begun: new AbortController(), lastCall: new AbortController() }
  // Each running export and change listens.
  setMaxListeners(0, globalThis.consoleStop.lastCall.signal)
  return globalThis.consoleStop
}

/** True from the moment at which this process was asked to stop. */
export const isStopping = (): boolean => stopControllers().begun.signal.aborted

/** Aborts when what still runs must end: the process has a second or two left. */
export const lastCall = (): AbortSignal => stopControllers().lastCall.signal
