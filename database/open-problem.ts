import { reasonOf } from '@/telemetry/loggable'
import { isDiskFull, isStoreUnavailable } from './unavailable'

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
  if (!isStoreUnavailable(error) && !REFUSED.test(code)) return error
  const toDo = isDiskFull(error)
    ? 'Free space on its disk, then try again.'
    : `Check that it runs, and the address in ${setting}.`
  return new Error(`The database cannot be used (${reasonOf(error)}). ${toDo}`, { cause: error })
}

/** Returns the error that the data directory cannot be used, for a reason such as a full disk. */
export function dataDirProblem(dataDir: string, reason: Error): Error {
  const toDo = 'Set DATA_DIR to a directory that this user may write to, on a disk with space left.'
  return new Error(`The data directory ${dataDir} cannot be used (${reason.message}). ${toDo}`, { cause: reason })
}
