/**
 * PostgreSQL's classes for a connection lost, resources used up, an operator's stop, a transaction to try again, and a
 * session that was idle for too long.
 */
const UNAVAILABLE_STATES = /^(08|53|57|40|55P03|25P03|25P04)/
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** What `pg` says without a code. */
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/** A commit was sent without a response: the change may or may not have been made. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/** Returns the five characters by which PostgreSQL names an error; Drizzle has it as the cause of its own error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return /^[0-9A-Z]{5}$/.test(code) ? code : sqlState(error.cause)
}

/** True when an error, or a cause of it, says that no space is left: on our disk, or on that of PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && (error.code === 'ENOSPC' || error.code === '53100')) || isDiskFull(error.cause)
}

/** True when the database is busy, gone or restarting, so that the same request may succeed later. */
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
