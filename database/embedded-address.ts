import { createHash } from 'node:crypto'
import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFolder } from './process-lock.mjs'

/**
 * A startup code in addition to PostgreSQL's, sent by a client that has just left. The connection closes at once while
 * others use the database, otherwise when its process ends.
 */
export const LEAVE_REQUEST_CODE = 80_877_199

/** Independent of TMPDIR, and short, because socket paths have at most 107 bytes, on some systems 103. */
const SOCKET_PARENT = '/tmp'

/**
 * Returns the paths of an embedded database, the same for every spelling of the data directory. The socket is in a
 * directory that only this user can enter, named by a hash, because the data directory may be too long for a socket.
 */
export function embeddedAddress(dataDir: string, name: string) {
  const directory = join(/*turbopackIgnore: true*/ realPath(resolve(dataDir)), name)
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  const socketDirectory = join(SOCKET_PARENT, `billing-${hash}`)
  return {
    directory,
    databasePath: join(directory, 'database'),
    lockPath: join(directory, 'owner.lock'),
    startLockPath: join(directory, 'start.lock'),
    logPath: join(directory, 'database.log'),
    socketDirectory,
    socketPath: join(socketDirectory, '.s.PGSQL.5432'),
  }
}

/** Resolves symbolic links; keeps the part of the path that does not exist yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(/*turbopackIgnore: true*/ realPath(parent), basename(path))
  }
}

export type EmbeddedAddress = ReturnType<typeof embeddedAddress>

/**
 * Creates the directories of an embedded database, readable only by this user.
 * @throws Error when another user owns the socket's directory
 */
export function makeEmbeddedDirectories({ directory, socketDirectory }: EmbeddedAddress): void {
  makeFolder(directory)
  makeFolder(socketDirectory)
  const found = lstatSync(socketDirectory)
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0)
    throw new Error(`${socketDirectory} must be a directory that only this user can enter. Remove it and try again.`)
}
