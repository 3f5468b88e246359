import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ownerOfProcessLock, takeProcessLock } from '../../database/process-lock.mjs'
import { ROOT, UserError } from '../command.mjs'

/** `build.lock` of the process that installs or builds in this checkout, and one lock of each process that serves its pages. */
const LOCKS = join(ROOT, '.consoles')
const BUILD_LOCK = 'build.lock'
const POLL_MS = 100
const REFUSED = {
  build: ['The console is not built: another console of this folder still runs', 'a build would remove its pages'],
  install: [
    'The packages are not installed: a console of this folder still runs',
    'an install would remove those that it loads',
  ],
}

/**
 * Runs an install or a build of this checkout, after those of other processes. Takes no lock when the folder is not writable: no
 * other process can install or build there either.
 * @template Result
 * @param {AbortSignal | undefined} signal
 * @param {() => Promise<Result>} installOrBuild
 * @param {string} [locks] the folder of the lock files
 * @returns {Promise<Result>}
 */
export async function withCheckoutLock(signal, installOrBuild, locks = LOCKS) {
  let lock = lockIn(locks, BUILD_LOCK)
  for (; lock !== null && !('release' in lock); lock = lockIn(locks, BUILD_LOCK)) {
    signal?.throwIfAborted()
    await wait(POLL_MS)
  }
  try {
    signal?.throwIfAborted()
    return await installOrBuild()
  } finally {
    lock?.release()
  }
}

/**
 * @param {string} locks
 * @param {string} name
 */
function lockIn(locks, name) {
  try {
    return takeProcessLock(join(locks, name))
  } catch {
    return null
  }
}

/** Refuses installs and builds, which would remove the pages and their packages, while this process lives. */
export function lockServedPages() {
  const lock = lockIn(LOCKS, `${process.pid}.lock`)
  if (lock && 'release' in lock) process.on('exit', lock.release)
}

/**
 * @param {keyof typeof REFUSED} task
 * @param {string} [locks] the folder of the lock files
 * @throws {UserError} when another process serves the pages and loads the packages, which the task would remove
 */
export function refuseWhileServed(task, locks = LOCKS) {
  const [what, why] = REFUSED[task]
  for (const name of existsSync(locks) ? readdirSync(locks) : []) {
    const pid = Number.parseInt(name, 10)
    if (!/^\d+\.lock$/.test(name) || pid === process.pid) continue
    if (ownerOfProcessLock(join(locks, name))())
      throw new UserError(`${what} (process ${pid}), and ${why}. Stop it, then try again.`)
    rmSync(join(locks, name), { force: true })
  }
}
