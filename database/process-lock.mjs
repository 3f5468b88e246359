import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/*
 * One owner of a thing among all processes of this machine. Plain JavaScript: scripts use it before anything is installed.
 */

/** @typedef {{ release: () => void }} HeldLock how to give it back */
/** @typedef {{ owner: number | null }} LockOwner who holds it; null where that changes just now */

/**
 * When a process began, by the kernel's count, so that a reused pid is not taken for the old owner; empty where there is
 * no telling: not on Linux, and for a zombie.
 * @param {number} pid
 */
function startOf(pid) {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    const fields = afterName.split(' ')
    return fields[0] === 'Z' ? '' : (fields[19] ?? '')
  } catch {
    return ''
  }
}

/** @param {string} owner */
function isAlive(owner) {
  const [pidText = '', start = ''] = owner.trim().split(' ')
  const pid = Number(pidText)
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return startOf(pid) === start
}

/** @param {string} path */
function readOwner(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/**
 * Who holds the lock file at `path` now, to be waited for: a process gives its lock back a moment before it ends.
 * @param {string} path
 * @returns {() => boolean} whether that process lives
 */
export function ownerOfProcessLock(path) {
  const owner = readOwner(path)
  return () => owner !== null && isAlive(owner)
}

/**
 * Takes the lock file at `path` for this process, also from an owner that has died. A dead owner's file is replaced
 * only while holding a second lock of the same kind, after looking again: two heirs never both win.
 * @param {string} path
 * @param {number} [depth] how many heirs are waiting already
 * @returns {HeldLock | LockOwner}
 * @throws Error where no lock file can be made there
 */
export function takeProcessLock(path, depth = 0) {
  const mine = `${process.pid} ${startOf(process.pid)}\n`
  const draft = `${path}.${process.pid}`
  const held = {
    release: () => {
      if (readOwner(path) === mine) rmSync(path, { force: true })
    },
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // One left by a process that had this number may be the lock file itself under a second name.
  rmSync(draft, { force: true })
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    // A link appears with its content or not at all.
    linkSync(draft, path)
    return held
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const owner = readOwner(path)
    if (owner === null) return { owner: null }
    if (isAlive(owner) || depth > 2) return { owner: Number.parseInt(owner, 10) }
    const heir = takeProcessLock(`${path}.heir`, depth + 1)
    if (!('release' in heir)) return { owner: null }
    try {
      if (readOwner(path) !== owner) return { owner: null }
      renameSync(draft, path)
      return held
    } finally {
      heir.release()
    }
  } finally {
    rmSync(draft, { force: true })
  }
}
