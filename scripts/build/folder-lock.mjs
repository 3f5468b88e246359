import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ownerOfProcessLock, takeProcessLock } from '../../database/process-lock.mjs'
import { ROOT, UserError } from '../command.mjs'

/** `change.lock` of the process that installs or builds in this checkout, and one lock of each process that serves its pages. */
const LOCKS = join(ROOT, '.consoles')
const POLL_MS = 100
const REFUSED = {
  build: ['The console is not built: another console of this folder still runs', 'a build would remove its pages'],
  install: [
    'The packages are not installed: a console of this folder still runs',
    'an install would remove those that it loads',
  ],
}

/**
 * Runs a change of this checkout, an install or a build, after those of other processes. Without a lock when the folder is not
 * writable, and so cannot be changed either.
 * @template Result
 * @param {AbortSignal | undefined} signal
 * @param {() => Promise<Result>} change
 * @param {string} [locks] the folder of the lock files
 * @returns {Promise<Result>}
 */
export async function changeFolder(signal, change, locks = LOCKS) {
  let lock = lockIn(locks, 'change.lock')
  for (; lock !== null && !('release' in lock); lock = lockIn(locks, 'change.lock')) {
    signal?.throwIfAborted()
    await wait(POLL_MS)
  }
  try {
    signal?.throwIfAborted()
    return await change()
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

/** Prevents changes, which would remove the pages and their packages, while this process lives. */
export function holdPages() {
  const lock = lockIn(LOCKS, `${process.pid}.lock`)
  if (lock && 'release' in lock) process.on('exit', lock.release)
}

/**
 * @param {keyof typeof REFUSED} change
 * @param {string} [locks] the folder of the lock files
 * @throws {UserError} when another process serves the pages and loads the packages, which the change would remove
 */
export function refuseUnderOthers(change, locks = LOCKS) {
  const [what, why] = REFUSED[change]
  for (const name of existsSync(locks) ? readdirSync(locks) : []) {
    const pid = Number.parseInt(name, 10)
    if (!/^\d+\.lock$/.test(name) || pid === process.pid) continue
    if (ownerOfProcessLock(join(locks, name))())
      throw new UserError(`${what} (process ${pid}), and ${why}. Stop it, then try again.`)
    rmSync(join(locks, name), { force: true })
  }
}
