import { deploymentProblems } from './deployment-problems'
import { type Settings, settings } from './settings'

/** Ends the process, in words and before it serves anybody, where its settings are wrong or not safe for a deployed console. */
export function refuseUnsafeStart(): void {
  const problems = deploymentProblems(readOrEnd())
  if (problems.length > 0) end(['The console does not start, because CONSOLE_ORIGIN opens it to others:', ...problems])
}

function readOrEnd(): Settings {
  try {
    return settings()
  } catch (error) {
    return end([error instanceof Error ? error.message : 'The settings cannot be read.'])
  }
}

function end(lines: readonly string[]): never {
  // Not by the log, which may be silent.
  console.error(lines.join('\n- '))
  process.exit(1)
}
