/** Every setting of both programs, by its name in the environment. docs/settings.md explains each. */
export const SETTING_NAMES: readonly string[] = [
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
  'BILLING_API_NEXT_KEY',
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
  'BILLING_REPLICA_URL',
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
  'CONSOLE_AUDIT_HEAD_MINUTES',
  'CONSOLE_INDEX_DAYS',
  'CONSOLE_INDEX_ROWS',
  'CONSOLE_METRICS_HOST',
  'CONSOLE_METRICS_PORT',
  'CONSOLE_WATCH_MINUTES',
]

/** Variables that the programs set for each other, and those of the commands in docs/billing-api.md. */
const OTHER_NAMES: readonly string[] = ['BILLING_PROGRAMS_DIR', 'CONSOLE_DEMO', 'BILLING_URL', 'BILLING_KEY']

const OWN_PREFIX = /^(BILLING|CONSOLE)_/
const KNOWN = new Set([...SETTING_NAMES, ...OTHER_NAMES])

/**
 * Returns a sentence for each variable that looks like a setting but is none: it starts with `BILLING_` or `CONSOLE_`, or
 * differs by one edit from a setting that does. Values are not shown. An empty variable counts as unset.
 */
export function unknownSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (!value?.trim() || KNOWN.has(name)) return []
    const similar = SETTING_NAMES.find((known) => OWN_PREFIX.test(known) && isOneEditApart(name, known))
    if (similar !== undefined) return [`There is no setting ${name}. Did you mean ${similar}? Rename or remove it.`]
    return OWN_PREFIX.test(name) ? [`There is no setting ${name}. Remove it, or see docs/settings.md.`] : []
  })
}

/** True when a character is missing, added or replaced, or two neighbours are swapped. */
function isOneEditApart(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [a, b] = [one.slice(start), other.slice(start)]
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1) || isSwapped
}
