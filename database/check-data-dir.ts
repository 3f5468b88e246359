import { constants, existsSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Finding, ok, skipped, wrong } from '@/contract/finding'
import { dataDirProblem } from './open-problem'

const MIB = 1024 * 1024
/** A write-ahead log grows in steps of 16 MiB, and an import of some thousand lines adds several. */
const MIN_FREE_BYTES = 256 * MIB

/**
 * Checks that this user may write to the data directory, or to the folder in which a start creates it, and its free space.
 * With the store in PostgreSQL, only `npm start` needs it.
 */
export async function checkDataDir(
  { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string | undefined },
  minFreeBytes = MIN_FREE_BYTES,
): Promise<Finding> {
  if (databaseUrl !== undefined && !existsSync(resolve(dataDir)))
    return skipped('Disk', 'DATA_DIR does not exist, and the store is in PostgreSQL.')
  const folder = existingParent(resolve(dataDir))
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    const freeMib = `${Math.floor(free / MIB).toLocaleString('en-US')} MiB`
    if (free >= minFreeBytes) return ok('Disk', `${freeMib} free for DATA_DIR`)
    const reason = new Error(`only ${freeMib} are free, of at least ${Math.ceil(minFreeBytes / MIB)}`)
    return wrong('Disk', dataDirProblem(dataDir, reason).message)
  } catch (error) {
    return wrong('Disk', dataDirProblem(dataDir, error instanceof Error ? error : new Error(String(error))).message)
  }
}

function existingParent(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingParent(dirname(path))
}
