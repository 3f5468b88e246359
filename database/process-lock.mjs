import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/*
 * A lock with one owner among all processes of this machine. Plain JavaScript, because scripts use it before `npm ci`.
 */

/** @typedef {{ release: () => void }} HeldLock a lock that this process holds */
/** @typedef {{ owner: number | null }} LockOwner pid of the owner; null while the owner changes */

/**
 * Returns the start time of a process in kernel ticks, which tells a reused pid from the old owner. Empty for a zombie,
 * and on systems other than Linux.
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
 * Reads the owner of the lock file at `path`, to wait for its end: a process releases its lock just before it ends.
 * @param {string} path
 * @returns {() => boolean} true while that process is alive
 */
export function ownerOfProcessLock(path) {
  const owner = readOwner(path)
  return () => owner !== null && isAlive(owner)
}

/**
 * Takes the lock file at `path` for this process, also from a dead owner. It replaces a dead owner's file only under a
 * second lock and after another check, so that two heirs never both succeed.
 * @param {string} path
 * @param {number} [depth] number of heirs that already wait
 * @returns {HeldLock | LockOwner}
 * @throws Error when the lock file cannot be created
 */
export function takeProcessLock(path, depth = 0) {
  const mine = `${process.pid} ${startOf(process.pid)}\n`
  const draft = `${path}.${process.pid}`
  const held = {
    release: () => {
      if (readOwner(path) === mine) rmSync(path, { force: true })
    },
  }
  makeFolder(dirname(path))
  // A draft left by a dead process with this pid may be a second link to the lock file itself.
  rmSync(draft, { force: true })
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    // Linking is atomic: the file appears with its content.
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

/**
 * Makes a folder and its parents, for their owner only. Not with `recursive`: below /proc Node 20 then never returns.
 * @param {string} path
 * @throws {Error} of the file system
 */
export function makeFolder(path) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
