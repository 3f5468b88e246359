import { unknownSettings } from '@/contract/settings.mjs'
import { deploymentProblems } from './deployment-problems'
import { log } from '@/lib/core/server/log'
import { type Settings, settings } from '@/lib/core/server/settings'

/**
 * Exits with an error message before the first request when the settings are invalid or unsafe for a deployment. Logs
 * variables that look like settings but are none.
 */
export function refuseUnsafeStart(): void {
  const problems = deploymentProblems(readSettingsOrExit())
  for (const sentence of unknownSettings(process.env)) log().warn({ event: 'unknown-setting' }, sentence)
  if (problems.length > 0)
    end(['The console cannot start, because CONSOLE_ORIGIN makes it reachable for others:', ...problems])
}

function readSettingsOrExit(): Settings {
  try {
    return settings()
  } catch (error) {
    return end([error instanceof Error ? error.message : 'The settings could not be read.'])
  }
}

function end(lines: readonly string[]): never {
  // Uses stderr, because the log may be silent.
  console.error(lines.join('\n- '))
  process.exit(1)
}
