import { type Finding, ok, wrong } from '@/contract/finding'
import {
  type Environment,
  halfSetApi,
  isBuiltInService,
  isDemo,
  unknownSettings,
  withSettingFiles,
} from '@/contract/settings.mjs'
import { deploymentProblems } from '../deployment-problems'
import { parseSettings, type Settings } from '../settings'

interface Checked {
  findings: Finding[]
  /** Undefined when a value is invalid. */
  settings?: Settings
  /** True when `npm start` runs the built-in service, and gives the console its address and key. */
  isBuiltIn?: boolean
}

/** Checks the console's settings. */
export function checkSettings(environment: Environment): Checked {
  const problems = unknownSettings(environment)
  try {
    const read = withSettingFiles(environment)
    const halfSet = halfSetApi(read)
    if (halfSet !== null) problems.push(halfSet)
    // As `npm start` sets it.
    const settings = parseSettings({ ...read, CONSOLE_DEMO: isDemo(read) ? '1' : '0' })
    problems.push(...deploymentProblems(settings))
    return { findings: findingsOf(problems), settings, isBuiltIn: isBuiltInService(read) }
  } catch (error) {
    return { findings: findingsOf([...problems, error instanceof Error ? error.message : String(error)]) }
  }
}

const findingsOf = (problems: readonly string[]): Finding[] =>
  problems.length === 0
    ? [ok('Settings', 'valid, and none is unknown')]
    : problems.map((problem) => wrong('Settings', problem))
