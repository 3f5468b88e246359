import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Gives the lock back. */
export type ReleaseLock = () => void

/** When a process began, by the kernel's count, so that a reused pid is not taken for the old owner. Linux only. */
function startOf(pid: number): string {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    return afterName.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isAlive(owner: string): boolean {
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

function readOwner(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/**
 * Takes the lock file at `path` for this process, also from an owner that has died. A dead owner's file is replaced
 * only while holding a second lock of the same kind, after looking again: two heirs never both win.
 * @returns how to give it back, or null where a living process holds it
 */
export function takeProcessLock(path: string, depth = 0): ReleaseLock | null {
  const mine = `${process.pid} ${startOf(process.pid)}\n`
  const draft = `${path}.${process.pid}`
  const release = () => {
    if (readOwner(path) === mine) rmSync(path, { force: true })
  }
  writeFileSync(draft, mine, { mode: 0o600 })
  try {
    // A link appears with its content or not at all.
    linkSync(draft, path)
    return release
  } catch {
    const owner = readOwner(path)
    if (owner === null || isAlive(owner) || depth > 2) return null
    const releaseHeir = takeProcessLock(`${path}.heir`, depth + 1)
    if (!releaseHeir) return null
    try {
      if (readOwner(path) !== owner) return null
      renameSync(draft, path)
      return release
    } finally {
      releaseHeir()
    }
  } finally {
    rmSync(draft, { force: true })
  }
}
