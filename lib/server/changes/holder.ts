import { hostname } from 'node:os'

/** This process, as the store knows it: who holds a write. */
export const THIS_PROCESS = `${hostname()}:${process.pid}`

/**
 * Whether a holder has died, as far as this machine can tell. At the start of a process one of its own name is its
 * predecessor, as in a container that was started again.
 */
export function isDead(holder: string): boolean {
  if (holder === THIS_PROCESS) return true
  const [, host, pid] = /^(.*):(\d+)$/.exec(holder) ?? []
  if (host !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
