import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ownerOfProcessLock, takeProcessLock } from '../../database/process-lock.mjs'
import { ROOT } from '../root.mjs'
import { UserError } from '../user-error.mjs'

/** Lock files of the build in this checkout, and of each process that serves its pages. */
const LOCKS = join(ROOT, '.consoles')
const POLL_MS = 100

/**
 * Takes the build lock, after waiting for another build in this checkout. Returns null when the folder is not writable,
 * and so cannot be built in either.
 * @param {AbortSignal} [signal]
 */
export async function holdBuild(signal) {
  for (;;) {
    signal?.throwIfAborted()
    const lock = lockIn('build.lock')
    if (lock === null || 'release' in lock) return lock
    await wait(POLL_MS)
  }
}

/** @param {string} name */
function lockIn(name) {
  try {
    return takeProcessLock(join(LOCKS, name))
  } catch {
    return null
  }
}

/** Prevents builds, which would remove the pages, while this process lives. */
export function holdPages() {
  const lock = lockIn(`${process.pid}.lock`)
  if (lock && 'release' in lock) process.on('exit', lock.release)
}

/**
 * @param {string} [locks] the folder of the lock files
 * @throws {UserError} when another process serves the pages, which a build would remove
 */
export function refuseUnderOthers(locks = LOCKS) {
  for (const name of existsSync(locks) ? readdirSync(locks) : []) {
    const pid = Number.parseInt(name, 10)
    if (!/^\d+\.lock$/.test(name) || pid === process.pid) continue
    if (ownerOfProcessLock(join(locks, name))())
      throw new UserError(
        `The console is not built: another one of this folder still runs (process ${pid}), and a build would remove its pages. ` +
          'Stop it, then try again.',
      )
    rmSync(join(locks, name), { force: true })
  }
}
