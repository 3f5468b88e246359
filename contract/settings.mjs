// The settings that both programs, their commands, `npm start` and the images share. Plain JavaScript without packages, because
// scripts import it before anything is installed.
import { readFileSync } from 'node:fs'

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/** Every setting of both programs, by its name in the environment. docs/settings.md explains each. */
export const SETTING_NAMES = /** @type {const} */ ([
  'PORT',
  'DATA_DIR',
  'LOG_LEVEL',
  'LOCAL_AUTH',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'CHROMIUM_PATH',
  'BILLING_SERVICE_PORT',
  'BILLING_SERVICE_HOST',
  'BILLING_API_BASE_URL',
  'BILLING_API_KEY',
  'BILLING_API_PAGE_PARAM',
  'BILLING_API_PAGE_SIZE_PARAM',
  'BILLING_API_ORDER_PARAM',
  'BILLING_API_AMOUNT_UNIT',
  'BILLING_API_MAX_RESPONSE_BYTES',
  'BILLING_API_READ_TIMEOUT_MS',
  'BILLING_API_WRITE_TIMEOUT_MS',
  'BILLING_API_CONNECT_TIMEOUT_MS',
  'BILLING_API_READ_ATTEMPTS',
  'BILLING_API_RETRY_PERCENT',
  'BILLING_API_MAX_RETRY_AFTER_SECONDS',
  'BILLING_API_READS_AT_ONCE',
  'BILLING_API_WRITES_AT_ONCE',
  'BILLING_API_QUEUE_MS',
  'BILLING_API_BREAKER_CALLS',
  'BILLING_API_BREAKER_PERCENT',
  'BILLING_API_BREAKER_WINDOW_MS',
  'BILLING_API_BREAKER_OPEN_MS',
  'BILLING_MERCHANT',
  'BILLING_METRICS_HOST',
  'BILLING_METRICS_PORT',
  'BILLING_DATABASE_URL',
  'BILLING_DATABASE_POOL',
  'BILLING_DATABASE_STATEMENTS',
  'BILLING_READ_DEADLINE_MS',
  'BILLING_WRITE_DEADLINE_MS',
  'CONSOLE_API_NAME',
  'CONSOLE_ORIGIN',
  'CONSOLE_TRUSTED_PROXIES',
  'CONSOLE_DATABASE_URL',
  'CONSOLE_DATABASE_POOL',
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'CONSOLE_OIDC_ROLES',
  'CONSOLE_OIDC_ROLE_CLAIM',
  'CONSOLE_OIDC_SCOPE',
  'CONSOLE_OIDC_ACR',
  'CONSOLE_OIDC_AMR',
  'CONSOLE_ENVIRONMENT',
  'CONSOLE_ENVIRONMENT_COLOUR',
  'CONSOLE_ENVIRONMENTS',
  'CONSOLE_INVOICE_ISSUER',
  'CONSOLE_INVOICE_FOOTER',
  'CONSOLE_QUIET_SECONDS',
  'CONSOLE_APPROVALS',
  'CONSOLE_APPROVAL_HOURS',
  'CONSOLE_ACCESS_KEY',
  'CONSOLE_ACCESS_KEY_SIGN_IN_DAYS',
  'CONSOLE_PLAIN_SECRET',
  'CONSOLE_INTERCOM_SECRET',
  'CONSOLE_AUDIT_HEAD_MINUTES',
  'CONSOLE_INDEX_DAYS',
  'CONSOLE_INDEX_ROWS',
  'CONSOLE_METRICS_HOST',
  'CONSOLE_METRICS_PORT',
  'CONSOLE_READS_PER_SECOND',
])

/** In `DATA_DIR`: the lock of a running `npm start`, and the address of its console. */
export const START_LOCK_FILE = 'owner.lock'
export const CONSOLE_ADDRESS_FILE = 'console-address'

/** Values of `LOG_LEVEL`. */
export const LOG_LEVELS = /** @type {const} */ (['fatal', 'error', 'warn', 'info', 'debug', 'silent'])

/** The ports of both programs when the settings name none. */
export const DEFAULT_PORTS = { PORT: 3000, BILLING_SERVICE_PORT: 4000 }

/** Variables that the programs set for each other, and those of the commands in docs/billing-api.md. */
const OTHER_NAMES = ['BILLING_PROGRAMS_DIR', 'CONSOLE_DEMO', 'CONSOLE_FIRST_READS', 'BILLING_URL', 'BILLING_KEY']

/** Settings of earlier versions. */
const FORMER_NAMES = [
  'BILLING_API_NEXT_KEY',
  'BILLING_REPLICA_URL',
  'CONSOLE_CHECKS_PER_SECOND',
  'CONSOLE_SMTP_URL',
  'CONSOLE_SMTP_FROM',
  'CONSOLE_WEBHOOKS_PRIVATE',
  'CONSOLE_WATCH_MINUTES',
]

const OWN_PREFIX = /^(BILLING|CONSOLE)_/
/** Each setting, and the name of the file that may hold it. @type {readonly string[]} */
const SETTINGS = SETTING_NAMES.flatMap((name) => [name, `${name}_FILE`])
const KNOWN = new Set([...SETTINGS, ...OTHER_NAMES])
const FORMER = new Set(FORMER_NAMES.flatMap((name) => [name, `${name}_FILE`]))
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Reads settings from files: `NAME_FILE` names the file that holds the value of `NAME`, as containers get their secrets.
 * One line break at the end of the file is removed. An empty variable is unset.
 * @param {Environment} environment
 * @param {readonly string[]} names the settings that may be in a file
 * @returns {Record<string, string>} the values of those that are
 * @throws {Error} naming each wrong variable, never its value: someone may have put the secret itself there
 */
export function readSettingFiles(environment, names) {
  /** @type {Record<string, string>} */
  const values = {}
  const wrong = []
  for (const name of names) {
    const path = environment[`${name}_FILE`]?.trim()
    if (!path) continue
    if (environment[name]?.trim()) {
      wrong.push(`${name}_FILE: must not be set together with ${name}`)
      continue
    }
    try {
      const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
      // The program would start as if the setting were unset, such as on an embedded database.
      if (value.trim() === '') wrong.push(`${name}_FILE: names an empty file`)
      else values[name] = value
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
      wrong.push(`${name}_FILE: names a file that cannot be read (${code})`)
    }
  }
  if (wrong.length > 0) throw new Error(`Invalid settings. ${wrong.join('; ')}`)
  return values
}

/**
 * Returns an environment in which each setting that is in a file has its value, and no `NAME_FILE` is left.
 * @param {Environment} environment
 * @returns {Record<string, string | undefined>}
 * @throws {Error} as `readSettingFiles`
 */
export function withSettingFiles(environment) {
  const all = { ...environment, ...readSettingFiles(environment, SETTING_NAMES) }
  for (const name of SETTING_NAMES) delete all[`${name}_FILE`]
  return all
}

/**
 * Returns a sentence for each variable that looks like a setting but is none: an earlier version had it, it starts with `BILLING_` or
 * `CONSOLE_`, or differs by one edit from a setting that does. Values are not shown. An empty variable counts as unset.
 * @param {Environment} environment
 * @returns {string[]}
 */
export function unknownSettings(environment) {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value?.trim() || KNOWN.has(name)) return []
    if (FORMER.has(name)) return [`${name} is no longer used. Remove it; CHANGELOG.md says what replaces it.`]
    const similar = SETTINGS.find((known) => OWN_PREFIX.test(known) && isOneEditApart(name, known))
    if (similar !== undefined) return [`There is no setting ${name}. Did you mean ${similar}? Rename or remove it.`]
    return OWN_PREFIX.test(name) ? [`There is no setting ${name}. Remove it, or see docs/settings.md.`] : []
  })
}

/**
 * True when `npm start` runs the built-in service, and gives the console its address and key.
 * @param {Environment} environment
 */
export const isBuiltInService = ({ BILLING_API_BASE_URL: url, BILLING_API_KEY: key }) => !url?.trim() && !key?.trim()

/**
 * True when the console of `npm start` may show demo data without sign-in. The service then decides by the data in its store.
 * @param {Environment} environment
 */
export const isDemo = (environment) =>
  isBuiltInService(environment) &&
  !environment.BILLING_DATABASE_URL?.trim() &&
  (environment.BILLING_MERCHANT?.trim() || 'demo') === 'demo'

/**
 * Returns a sentence when the billing API is set in part; null when it is set completely, or not at all.
 * @param {Environment} environment
 */
export function halfSetApi({ BILLING_API_BASE_URL: url, BILLING_API_KEY: key }) {
  if (Boolean(url?.trim()) === Boolean(key?.trim())) return null
  const [set, missing] = url?.trim()
    ? ['BILLING_API_BASE_URL', 'BILLING_API_KEY']
    : ['BILLING_API_KEY', 'BILLING_API_BASE_URL']
  return `${set} is set but ${missing} is not. Set both to use your own billing API, or neither to use the built-in service.`
}

/**
 * True when an http or https address is this machine's own.
 * @param {string} address
 */
export const isLoopbackAddress = (address) => LOOPBACK.has(new URL(address).hostname)

/**
 * True when a character is missing, added or replaced, or two neighbours are swapped.
 * @param {string} one
 * @param {string} other
 */
function isOneEditApart(one, other) {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [a, b] = [one.slice(start), other.slice(start)]
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || isSwapped
}
