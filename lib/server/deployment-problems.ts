import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeployed, type Settings } from './settings'

/** The file in which `npm start` keeps the generated key of the demo (scripts/first-run.mjs). */
const DEMO_KEY_FILE = 'start/embedded/demo.key'

/**
 * Returns why a console that is reachable from elsewhere must not start: one line per problem, with the setting to
 * change. Empty when it serves only this machine.
 */
export function deploymentProblems(settings: Settings): string[] {
  const { CONSOLE_ORIGIN: origin, CONSOLE_OIDC_ISSUER, LOCAL_AUTH, CONSOLE_DATABASE_URL, CONSOLE_DEMO } = settings
  const { CONSOLE_TRUSTED_PROXIES } = settings
  if (origin === undefined || !isDeployed(origin)) return []
  const isDemo = CONSOLE_DEMO === '1'
  const problems: Record<string, boolean> = {
    'CONSOLE_ORIGIN is not https: sessions and passwords could be read on the way. Set its https address.':
      !origin.startsWith('https:'),
    'Nobody could sign in: set CONSOLE_OIDC_ISSUER and what belongs to it, or LOCAL_AUTH=1 for passwords of this console.':
      CONSOLE_OIDC_ISSUER === undefined && LOCAL_AUTH !== '1',
    'CONSOLE_DATABASE_URL is not set: the embedded database can lose users and audit when the power fails. Set a PostgreSQL address.':
      CONSOLE_DATABASE_URL === undefined,
    'CONSOLE_TRUSTED_PROXIES is not set: all sign-ins would count as one source. List the proxies in front, or set none where people connect directly.':
      CONSOLE_TRUSTED_PROXIES === undefined,
    'It would show the demo data: set BILLING_API_BASE_URL and BILLING_API_KEY, or BILLING_MERCHANT or BILLING_DATABASE_URL of data of your own.':
      isDemo,
    'BILLING_API_KEY is the key of the demo data: set one of data of your own.': !isDemo && hasDemoKey(settings),
  }
  return Object.keys(problems).filter((problem) => problems[problem])
}

function hasDemoKey({ DATA_DIR, BILLING_API_KEY }: Settings): boolean {
  try {
    return BILLING_API_KEY === readFileSync(join(DATA_DIR, DEMO_KEY_FILE), 'utf8').trim()
  } catch {
    // There is no demo.
    return false
  }
}
