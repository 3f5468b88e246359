import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import type { UserWriter } from '../users/users-transaction'

/** Returns the operator of this command as the writer of a change to users. */
export function commandLine(command: string): UserWriter {
  return {
    name: `command line (${systemUser()})`,
    role: 'operator',
    isCommandLine: true,
    action: `cli ${command}`,
    requestId: randomUUID(),
    now: new Date(),
  }
}

/** Returns the name of the system user; in a container the user may have only a number. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
