/**
 * Runs a function with a time limit: its signal aborts when the time is up, or with the outer signal.
 * Without AbortSignal.any, whose result Node 20 may collect while it has listeners.
 * @template Result
 * @param {number} limitMs
 * @param {AbortSignal | undefined} outer
 * @param {(signal: AbortSignal) => Promise<Result>} run
 * @returns {Promise<Result>}
 */
export async function withTimeLimit(limitMs, outer, run) {
  outer?.throwIfAborted()
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new Error(`It took longer than ${limitMs / 1000} s.`)), limitMs)
  const passOn = () => limit.abort(outer?.reason)
  outer?.addEventListener('abort', passOn)
  try {
    return await run(limit.signal)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', passOn)
  }
}
