import { type Finding, ok, wrong } from '@/contract/finding'
import { unknownSettings } from '@/contract/setting-names'
import { deploymentProblems } from '../deployment-problems'
import { parseSettings, type Settings } from '../settings'

type Environment = Readonly<Record<string, string | undefined>>

/** Checks the console's settings. @returns them with the findings; undefined when a value is invalid */
export function checkSettings(environment: Environment): { findings: Finding[]; settings: Settings | undefined } {
  const problems = [...unknownSettings(environment), ...contradictions(environment)]
  const settings = parsedOrProblem(environment)
  if (typeof settings === 'string') problems.push(settings)
  else problems.push(...deploymentProblems(settings))
  const findings = problems.map((problem) => wrong('Settings', problem))
  if (findings.length === 0) findings.push(ok('Settings', 'valid, and none is unknown'))
  return { findings, settings: typeof settings === 'string' ? undefined : settings }
}

/** True when `npm start` runs the built-in service, and gives the console its address and key. */
export const isBuiltInService = ({ BILLING_API_BASE_URL: url, BILLING_API_KEY: key }: Environment): boolean =>
  !url?.trim() && !key?.trim()

/** The same as `isDemo` in scripts/settings.mjs, by which `npm start` sets CONSOLE_DEMO. */
const isDemo = (environment: Environment): boolean =>
  isBuiltInService(environment) &&
  !environment.BILLING_DATABASE_URL?.trim() &&
  (environment.BILLING_MERCHANT?.trim() || 'demo') === 'demo'

/** Returns the sentence of `npm start` (scripts/settings.mjs) for an API that is set in part. */
function contradictions({ BILLING_API_BASE_URL: url, BILLING_API_KEY: key }: Environment): string[] {
  if (Boolean(url?.trim()) === Boolean(key?.trim())) return []
  const [set, missing] = url?.trim()
    ? ['BILLING_API_BASE_URL', 'BILLING_API_KEY']
    : ['BILLING_API_KEY', 'BILLING_API_BASE_URL']
  return [
    `${set} is set but ${missing} is not. Set both to use your own billing API, or neither to use the built-in service.`,
  ]
}

function parsedOrProblem(environment: Environment): Settings | string {
  try {
    return parseSettings({ ...environment, CONSOLE_DEMO: isDemo(environment) ? '1' : '0' })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
