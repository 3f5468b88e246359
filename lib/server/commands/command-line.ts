import { randomUUID } from 'node:crypto'
import { userInfo } from 'node:os'
import type { UserWriter } from '../users/users-transaction'

/** Whoever runs this command, as the audit names them. */
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

/** In a container the user may have no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
