import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What this very process holds; a file with its name that is not in here was left by one that had the same name. */
const held = new Set()

/**
 * One owner at a time. The lock is a folder in which each process puts a file with its own name, and then looks who else
 * is there: the living keep it from having the lock, the files of the dead are cleared away. Nobody ever removes what a
 * living process holds, so there are never two owners; of two at the very same instant, both may go away empty-handed.
 * @param {string} folder
 * @returns {{ owner: number } | { release: () => void }} the living owner's pid, or the lock
 */
export function takeLock(folder) {
  if (held.has(folder)) return { owner: process.pid }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const mine = nameOf(process.pid)
  writeFileSync(join(folder, mine), '')
  held.add(folder)
  const release = () => {
    rmSync(join(folder, mine), { force: true })
    held.delete(folder)
  }
  for (const name of readdirSync(folder)) {
    if (name === mine) continue
    const pid = Number.parseInt(name, 10)
    if (isAlive(pid) && name === nameOf(pid)) {
      release()
      return { owner: pid }
    }
    rmSync(join(folder, name), { force: true })
  }
  return { release }
}

/**
 * The number alone is not enough: after a restart another process may have the same one.
 * @param {number} pid
 */
function nameOf(pid) {
  return `${pid}-${startOf(pid)}`
}

/**
 * When a process started, in ticks since boot; empty where there is no telling: not on Linux, and for a zombie.
 * @param {number} pid
 */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? '' : (fields[19] ?? '')
  } catch {
    return ''
  }
}

/** @param {number} pid */
function isAlive(pid) {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
