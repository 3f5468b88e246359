import { once, setMaxListeners } from 'node:events'

interface Stop {
  /** Aborts when the process is asked to stop. */
  stopping: AbortController
  /** Aborts a second or two before the process ends. */
  ending: AbortController
  /** What must not be broken off. */
  unfinished: Set<Promise<unknown>>
}

/*
 * The two moments of a graceful stop (graceful-stop.ts). Next loads a module once for pages and once for routes, so both must share
 * these on `globalThis`.
 */
declare global {
  var consoleStop: Stop | undefined
}

/** Returns what all parts of this process share about its stop. */
export function stopOfProcess(): Stop {
  if (globalThis.consoleStop) return globalThis.consoleStop
  const stop = {
    stopping: new AbortController(),
    ending: new AbortController(),
    unfinished: new Set<Promise<unknown>>(),
  }
  // Each running export and change listens.
  setMaxListeners(0, stop.ending.signal)
  globalThis.consoleStop = stop
  return stop
}

/** True from the moment at which this process was asked to stop. */
export const isStopping = (): boolean => stopOfProcess().stopping.signal.aborted

/** Aborts when what still runs must end: the process has a second or two left. @param earlier another reason to end, which may come first */
export function endingSignal(earlier?: AbortSignal): AbortSignal {
  const { signal } = stopOfProcess().ending
  return earlier ? AbortSignal.any([signal, earlier]) : signal
}

/** Keeps the process until this work has ended, as far as the time of a stop allows, although no request waits for it. */
export function finishBeforeExit<Result>(work: Promise<Result>): Promise<Result> {
  const { unfinished } = stopOfProcess()
  unfinished.add(work)
  const forget = () => void unfinished.delete(work)
  work.then(forget, forget)
  return work
}

/** Returns the result of the work, or of `onEnding` when the process must end before. */
export async function unlessEnding<Result>(work: Promise<Result>, onEnding: () => Promise<Result>): Promise<Result> {
  const signal = endingSignal()
  const isOver = new AbortController()
  const ended = signal.aborted ? onEnding() : once(signal, 'abort', { signal: isOver.signal }).then(onEnding)
  // The result of the slower one is ignored, also when it fails.
  for (const each of [work, ended]) each.catch(() => undefined)
  try {
    return await Promise.race([ended, work])
  } finally {
    isOver.abort()
  }
}
