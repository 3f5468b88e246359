import { killAll } from './processes.mjs'

/** npm passes on the Ctrl-C that we got from the terminal too: within this time it is the same one. */
const SAME_SIGNAL_MS = 300

// The shell that npm runs us in does not pass on the SIGTERM that npm passes to it: it dies, and we notice.
if (process.env.npm_lifecycle_event) await import('./stop-with-parent.mjs')

/**
 * Aborts when the person, or the system, asks us to stop; asked again, everything ends hard.
 * @returns {AbortSignal}
 */
export function stopSignal() {
  const asked = new AbortController()
  let askedAtMs = 0
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      if (!asked.signal.aborted) {
        askedAtMs = performance.now()
        asked.abort(new Error(`Stopped by ${name}.`))
      } else if (performance.now() - askedAtMs > SAME_SIGNAL_MS) {
        killAll()
        process.exit(1)
      }
    })
  }
  return asked.signal
}
