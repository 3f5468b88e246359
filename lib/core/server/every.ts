import { log } from './log'

/** Work that runs in the background for as long as the process does. */
interface BackgroundWork {
  everyMs: number
  /** The event of its log lines. */
  event: string
  /** The log line of a failure: "the index could not be trimmed". */
  failure: string
  /** Gets a function that runs the work now, unless it runs already. */
  onReady?: (run: () => void) => void
}

/**
 * Runs work now and at an interval, one run at a time: a run that takes longer than the interval delays the next. Logs the first of
 * several failures in a row, so that an outage of the store is one line. The timer does not keep the process alive.
 * @param run gets a signal that aborts when the work is stopped
 * @returns stops the work, and resolves when the last run has ended
 */
export function every(
  { everyMs, event, failure, onReady }: BackgroundWork,
  run: (signal: AbortSignal) => Promise<void>,
): () => Promise<void> {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let isFailing = false
  const attempt = async () => {
    try {
      await run(stopping.signal)
      isFailing = false
    } catch (error) {
      if (!isFailing && error !== stopping.signal.reason) log().error({ event, err: error }, failure)
      isFailing = true
    }
  }
  const start = () => {
    running ??= attempt().finally(() => (running = undefined))
  }
  onReady?.(start)
  start()
  const timer = setInterval(start, everyMs).unref()
  return async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  }
}
