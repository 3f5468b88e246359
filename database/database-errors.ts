import { reasonOf } from '@/telemetry/loggable'

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
const UNUSABLE_DIRECTORY = new Set([
  'EACCES',
  'EEXIST',
  'EDQUOT',
  'ENAMETOOLONG',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
])
/** PostgreSQL's classes for a sign-in that is refused and a database that does not exist. */
const REFUSED = /^(28|3D)/

/** Citus's messages on a node that it lost. Their code is that of internal errors, XX000, or of the system, 58030. */
const LOST_NODE =
  /^(failed to COPY to shard|failed to execute task|failure on connection marked as essential|could not establish any connections to the node|connection to the remote node)/i
/** A connection that the server lost, not this program. */
const LOST_BY_SERVER = /^080(00|01|03|06)$/

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

/** Returns how PostgreSQL lost another node of its Citus cluster; null for any other error. */
export function lostNode(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // Only errors that PostgreSQL sent have a severity.
  const isOfServer = 'severity' in error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const isLost = LOST_BY_SERVER.test(code) || LOST_NODE.test(error.message) || isStoppedNode(error, code)
  return isOfServer && isLost ? error.message : lostNode(error.cause)
}

/** True when an operator stopped another node: the context then names it. */
const isStoppedNode = (error: Error, code: string): boolean =>
  code.startsWith('57P') && 'where' in error && /while executing command on/.test(String(error.where))

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
    lostNode(error) !== null ||
    isStoreUnavailable(error.cause)
  )
}

/** Where a database is. */
export interface DatabaseLocation {
  /** Name of the program; its embedded database is in `DATA_DIR/NAME`. */
  name: string
  /** A PostgreSQL address; undefined for the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** Name of the setting with that address; by default `NAME_DATABASE_URL`. */
  setting?: string
  dataDir: string
}

/** An error of opening a database as one sentence on what happened and one on what to do; any other error as it is. */
export function openProblem(
  error: unknown,
  { name, databaseUrl, dataDir, setting = `${name.toUpperCase()}_DATABASE_URL` }: DatabaseLocation,
): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (databaseUrl === undefined) {
    const isNotMade = 'syscall' in error && error.syscall === 'mkdir'
    if (!isNotMade && !UNUSABLE_DIRECTORY.has(code)) return error
    return dataDirProblem(dataDir, error)
  }
  const node = lostNode(error)
  if (node !== null) return lostNodeProblem(node, error)
  if (!isStoreUnavailable(error) && !REFUSED.test(code)) return error
  const toDo = isDiskFull(error)
    ? 'Free space on its disk, then try again.'
    : `Check that it runs, and the address in ${setting}.`
  return new Error(`The database cannot be used (${reasonOf(error)}). ${toDo}`, { cause: error })
}

/** Returns the error that a node of the cluster was lost, for the server's reason. */
export const lostNodeProblem = (reason: string, cause: unknown): Error =>
  new Error(`A node of the cluster is lost (${reason}). Try again when it is back.`, { cause })

/** Returns the error that the data directory cannot be used, for a reason such as a full disk. */
export function dataDirProblem(dataDir: string, reason: Error): Error {
  const toDo = 'Set DATA_DIR to a directory that this user may write to, on a disk with space left.'
  return new Error(`The data directory ${dataDir} cannot be used (${reason.message}). ${toDo}`, { cause: reason })
}
