import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * One owner at a time: a file that names the process that holds it. A dead owner's lock is taken over.
 * @param {string} path
 * @returns {{ owner: number } | { release: () => void }} the living owner's pid, or the lock
 */
export function takeLock(path) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const mine = `${process.pid} ${startOf(process.pid) ?? '-'}\n`
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, mine)
  try {
    for (;;) {
      // A link appears whole or not at all, so nobody ever reads half a lock.
      if (tryLink(draft, path)) return { release: () => release(path, mine) }
      const held = readIfThere(path)
      if (held === null) continue
      const owner = livingOwner(held)
      if (owner !== null) return { owner }
      removeDead(path, held)
    }
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function tryLink(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Moved aside before it is deleted: had another taken it over meanwhile, theirs is put back.
 * @param {string} path
 * @param {string} held
 */
function removeDead(path, held) {
  const aside = `${path}.${process.pid}.dead`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  if (readIfThere(aside) !== held) tryLink(aside, path)
  rmSync(aside, { force: true })
}

/**
 * @param {string} path
 * @param {string} mine
 */
function release(path, mine) {
  if (readIfThere(path) === mine) rmSync(path, { force: true })
}

/**
 * A pid alone is not enough: after a restart another process may have the same one.
 * @param {string} held
 * @returns {number | null}
 */
function livingOwner(held) {
  const [pidText, start] = held.trim().split(' ')
  const pid = Number(pidText)
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null
  return start === '-' || start === startOf(pid) ? pid : null
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * When a process started, in ticks since boot; null for a zombie, and where the system does not tell (not Linux).
 * @param {number} pid
 */
function startOf(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return fields[0] === 'Z' ? null : (fields[19] ?? null)
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(codeOf(error))) return null
    throw error
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
