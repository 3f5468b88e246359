import { killAll } from './processes.mjs'

/** npm passes on the Ctrl-C that the terminal also sent us: within this time it is the same one. */
const SAME_SIGNAL_MS = 300

// npm's shell does not pass SIGTERM on to us. It dies, and we notice.
if (process.env.npm_lifecycle_event) await import('./stop-with-parent.mjs')

/**
 * Returns a signal that aborts on SIGINT, SIGTERM or SIGHUP. A second one kills everything.
 * @returns {AbortSignal}
 */
export function stopSignal() {
  const controller = new AbortController()
  let firstAtMs = 0
  for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(name, () => {
      if (!controller.signal.aborted) {
        firstAtMs = performance.now()
        controller.abort(new Error(`Stopped by ${name}.`))
      } else if (performance.now() - firstAtMs > SAME_SIGNAL_MS) {
        killAll()
        process.exit(1)
      }
    })
  }
  return controller.signal
}
