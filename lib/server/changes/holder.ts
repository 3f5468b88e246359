import { hostname } from 'node:os'

/** The name of this process in the store, as the holder of a change. */
export const THIS_PROCESS = `${hostname()}:${process.pid}`

/**
 * True when the holder is a process of this machine that has ended. At the start of a process, a holder of the same name is
 * its predecessor, as in a restarted container.
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
