/** PostgreSQL's classes for a connection lost, resources used up, an operator's stop, and a transaction to try again. */
const UNAVAILABLE_STATES = /^(08|53|57|40|55P03)/
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** What `pg` says without a code. */
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/

/** Is this the failure of a database that is busy, gone or restarting, rather than of what was asked of it? */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    UNAVAILABLE_CODES.has(code) ||
    (/^[0-9A-Z]{5}$/.test(code) && UNAVAILABLE_STATES.test(code)) ||
    UNAVAILABLE_MESSAGES.test(error.message) ||
    isStoreUnavailable(error.cause)
  )
}
