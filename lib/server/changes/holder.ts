import { hostname } from 'node:os'
import { THIS_PROCESS } from '../this-process'

/**
 * True when the holder is a process of this machine that has ended. One with the id of this process but another start is its
 * predecessor, as in a restarted container.
 */
export function isDead(holder: string): boolean {
  if (holder === THIS_PROCESS) return false
  const [, host, pid] = /^(.*?):(\d+)(?::\d+)?$/.exec(holder) ?? []
  if (host !== hostname()) return false
  if (Number(pid) === process.pid) return true
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
