import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeployed, type Settings } from '@/lib/core/server/settings'

/** The file in which `npm start` keeps the generated key of the demo (scripts/start/first-run.mjs). */
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
    'CONSOLE_ORIGIN is not https: others could read sessions and passwords in transit. Set an https address.':
      !origin.startsWith('https:'),
    'There is no way to sign in: set CONSOLE_OIDC_ISSUER and its settings, or LOCAL_AUTH=1 for passwords.':
      CONSOLE_OIDC_ISSUER === undefined && LOCAL_AUTH !== '1',
    'CONSOLE_DATABASE_URL is not set: the embedded database can lose users and audit entries in a power failure. Set a PostgreSQL address.':
      CONSOLE_DATABASE_URL === undefined,
    'CONSOLE_TRUSTED_PROXIES is not set: all sign-ins would count as one source. List the proxies in front, or set none if there is no proxy.':
      CONSOLE_TRUSTED_PROXIES === undefined,
    'The console would show demo data: set BILLING_API_BASE_URL and BILLING_API_KEY, or the BILLING_MERCHANT or BILLING_DATABASE_URL of your own data.':
      isDemo,
    'BILLING_API_KEY is the key of the demo data: set the key of your own data.': !isDemo && hasDemoKey(settings),
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
