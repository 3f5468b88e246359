import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * A startup code of our own, beside PostgreSQL's: sent by a client that has just left. The connection is closed at once
 * while others use the database, otherwise when its process ends.
 */
export const LEAVE_REQUEST_CODE = 80_877_199

/** The same for every process, whatever its TMPDIR; and short: socket paths are cut at 107 bytes, on some systems at 103. */
const SOCKET_PARENT = '/tmp'

/**
 * Where the embedded database of this name in a data directory lives, however the directory is written. The socket is in
 * a directory only we can enter, named by a hash of the data directory, whose own path may be too long for a socket.
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

/** A path without symbolic links. What of it does not exist yet is kept as it is. */
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
 * Makes the directories of an embedded database, readable by us alone.
 * @throws Error where somebody else holds the socket's directory
 */
export function makeEmbeddedDirectories({ directory, socketDirectory }: EmbeddedAddress): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  mkdirSync(socketDirectory, { recursive: true, mode: 0o700 })
  const found = lstatSync(socketDirectory)
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0)
    throw new Error(`${socketDirectory} must be a directory that only this user can enter. Remove it and try again.`)
}
