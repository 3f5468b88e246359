import { type Finding, ok, skipped, wrong } from '@/contract/finding'
import {
  type Environment,
  halfSetApi,
  isBuiltInService,
  isDemo,
  unknownSettings,
  withSettingFiles,
} from '@/contract/settings.mjs'
import { checkDataDir, checkStore } from '@/database/check-store'
import type { Database } from '@/database/open-database'
import { approvalPolicyOf } from '@/lib/changes/server/approval-policy'
import { deploymentProblems } from '../deployment-problems'
import { parseSettings, type Settings } from '@/lib/core/server/settings'
import { storeDatabase, storeSettings } from '@/lib/store/console-store'
import { countApprovers } from '@/lib/people/server/users'
import { checkBillingApi } from './check-billing-api'
import { checkSingleSignOn } from './check-connections'

/** Checks the settings of the console, and all that it needs: store, billing API, single sign-on. Changes nothing. */
export async function* consoleFindings(environment: Environment, customer?: string): AsyncGenerator<Finding> {
  const { findings, settings, isBuiltIn } = checkSettings(environment)
  yield* findings
  if (settings === undefined) {
    yield skipped('All other checks', 'They need valid settings.')
    return
  }
  const where = storeSettings(settings)
  yield await checkDataDir(where)
  yield* checkStore(storeDatabase(where), (db) => checkApprovers(db, settings))
  if (isBuiltIn)
    yield skipped(
      'Billing API',
      'BILLING_API_BASE_URL is not set: npm start runs the built-in service. Check it with: npm run billing -- doctor',
    )
  else yield* checkBillingApi(settings, customer)
  yield await checkSingleSignOn(settings)
}

/** Checks that another person can approve what an admin proposes. */
export async function* checkApprovers(db: Database, settings: Settings): AsyncGenerator<Finding> {
  const check = 'Approvals'
  const count = await countApprovers(db)
  if (count > 1) yield ok(check, `${count} people may approve`)
  else if (approvalPolicyOf(settings).needs === 'off')
    yield skipped(
      check,
      `${count} of two admins can sign in. CONSOLE_APPROVALS is off, but groups of more than ten and proposals of access keys need two.`,
    )
  else yield wrong(check, `CONSOLE_APPROVALS is set, but ${count} of two needed admins can sign in. Add an admin.`)
}

interface Checked {
  findings: Finding[]
  /** Undefined when a value is invalid. */
  settings?: Settings
  /** True when `npm start` runs the built-in service, and gives the console its address and key. */
  isBuiltIn?: boolean
}

/** Checks the console's settings. */
function checkSettings(environment: Environment): Checked {
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
