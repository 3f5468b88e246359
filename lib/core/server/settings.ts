import { z } from 'zod'
import { LogLevel, readSettings } from '@/contract/read-settings'
import { CALL_LIMITS, whole } from './call-limits'
import { checkEnvironments, ENVIRONMENT_SETTINGS } from './environment-settings'
import { isAddressOrNetwork } from './network/address'
import { checkOidcVariables, OIDC_VARIABLES } from './oidc-settings'
import { isLoopbackAddress } from '@/contract/settings.mjs'

const queryName = (name: string) =>
  z
    .string()
    .regex(/^[\w.[\]-]{1,64}$/, 'must be a query parameter name')
    .default(name)

const secretKey = () =>
  z
    .string()
    .regex(/^[\x21-\x7e]{1,1024}$/, 'must be printable ASCII without spaces')
    .optional()

const MAX_LINES = 12

/** Parses a text of several lines, separated by `\n` or a line break. */
const lines = () =>
  z
    .string()
    .max(2_000)
    .transform((text) => text.split(/\\n|\r?\n/).map((line) => line.trim()))
    .refine((texts) => texts.length <= MAX_LINES, `must be at most ${MAX_LINES} lines`)
    .optional()

const SettingsSchema = z.object({
  /**
   * The address of the billing API, with its path: `https://api.example.com/v1`. Normalized, because stored changes
   * identify their API by it.
   */
  BILLING_API_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((address) => !/[?#]|\/\/[^/]*@/.test(address), 'must not contain a query, fragment, user or password')
    .transform((address) => new URL(address).href.replace(/\/+$/, ''))
    .default('http://127.0.0.1:4000'),
  /** The secret key. Only the billing client reads it. */
  BILLING_API_KEY: secretKey(),
  /**
   * The name of the billing API in the console's store; rows keep it when the address changes. `npm start` names the merchant
   * of the built-in service.
   */
  CONSOLE_API_NAME: z.string().trim().min(1).max(100).optional(),
  BILLING_API_PAGE_PARAM: queryName('page'),
  BILLING_API_PAGE_SIZE_PARAM: queryName('pageSize'),
  BILLING_API_ORDER_PARAM: queryName('order'),
  /** `minor`: money arrives in the smallest unit of the currency, such as cents, and is converted when read. */
  BILLING_API_AMOUNT_UNIT: z.enum(['major', 'minor']).default('major'),
  /** The size limit of a response. The maximum fits into a JavaScript string. */
  BILLING_API_MAX_RESPONSE_BYTES: whole(1024, 256 * 1024 * 1024, 64 * 1024 * 1024),
  ...CALL_LIMITS,
  /** The public address of the console, behind a proxy. Unset: loopback only. */
  CONSOLE_ORIGIN: z
    .url({ protocol: /^https?$/, error: 'must be an http or https origin' })
    .transform((address) => new URL(address).origin)
    .optional(),
  /** The port of `npm start`; 0 picks a free one. */
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** The PostgreSQL address for users, sessions and the audit. Unset: an embedded database in `DATA_DIR/console`. */
  CONSOLE_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a PostgreSQL address' }).optional(),
  CONSOLE_DATABASE_POOL: whole(1, 100, 10),
  DATA_DIR: z.string().default('.data'),
  /**
   * The quiet period: how long a change with an unknown outcome may still take effect. Longer than any response that
   * the billing API may still be working on.
   */
  CONSOLE_QUIET_SECONDS: whole(30, 600, 60),
  /** Which cancels and deletes another person approves; `above:N`: those beyond N of a person in an hour. */
  CONSOLE_APPROVALS: z
    .string()
    .regex(/^(off|deletes|all|above:[1-9]\d{0,3})$/, 'must be off, deletes, all or above:N')
    .default('off'),
  /** How long a proposal waits for its approval. */
  CONSOLE_APPROVAL_HOURS: whole(1, 720, 72),
  /** The access key of the command `read`, which asks a running console. */
  CONSOLE_ACCESS_KEY: secretKey(),
  /** How long the access keys of a person with single sign-on work without a sign-in. */
  CONSOLE_ACCESS_KEY_SIGN_IN_DAYS: whole(1, 365, 7),
  /** The secrets of the ticket tools that get customer cards. Unset: no cards. */
  CONSOLE_PLAIN_SECRET: secretKey(),
  CONSOLE_INTERCOM_SECRET: secretKey(),
  /** How often the head of the audit is logged, if it has changed. */
  CONSOLE_AUDIT_HEAD_MINUTES: whole(1, 1440, 10),
  /**
   * `1`: `npm start` runs the built-in service, which reports whether its store holds demo data only. Then no sign-in
   * is needed until there is a user.
   */
  CONSOLE_DEMO: z.enum(['0', '1']).default('0'),
  /** A folder with files of the IDs of the demo data, which the console reads after its first page. Set by `npm start`. */
  CONSOLE_FIRST_READS: z.string().min(1).optional(),
  /** `1`: permits passwords of this console, also in a deployment. */
  LOCAL_AUTH: z.enum(['0', '1']).optional(),
  /** The proxies whose `X-Forwarded-For` is trusted: addresses or networks separated by commas. `none`: no proxy. */
  CONSOLE_TRUSTED_PROXIES: z
    .string()
    .transform((list) => (list.trim() === 'none' ? [] : list.split(',').map((address) => address.trim())))
    .refine((list) => list.every(isAddressOrNetwork), 'must be addresses or networks separated by commas, or none')
    .optional(),
  /** The number of days that the index keeps an object after its last read. */
  CONSOLE_INDEX_DAYS: whole(1, 3650, 180),
  /** The most rows of the index; the oldest are deleted. */
  CONSOLE_INDEX_ROWS: whole(1_000, 100_000_000, 1_000_000),
  /** The most objects that "Read these" and exports of lines read in a second, in all processes. */
  CONSOLE_READS_PER_SECOND: whole(1, 100, 5),
  ...OIDC_VARIABLES,
  /** Seller and footer of the printed customer's copy. */
  CONSOLE_INVOICE_ISSUER: lines(),
  CONSOLE_INVOICE_FOOTER: lines(),
  /** The port of the metrics. Unset: no metrics. */
  CONSOLE_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  CONSOLE_METRICS_HOST: z.string().default('127.0.0.1'),
  /** Where spans are sent. Unset: nowhere. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  ...ENVIRONMENT_SETTINGS,
  LOG_LEVEL: LogLevel,
})

/** The console's environment variables, by their names. */
export type Settings = z.infer<typeof SettingsSchema>
export type AmountUnit = Settings['BILLING_API_AMOUNT_UNIT']

let parsed: Settings | undefined

/**
 * Returns the settings, read from the environment on first use. An empty value counts as unset.
 * @throws Error naming each invalid setting, never its value
 */
export function settings(): Settings {
  parsed ??= parseSettings(process.env)
  return parsed
}

/** Parses settings without caching them. */
export const parseSettings = (environment: Readonly<Record<string, string | undefined>>): Settings =>
  readSettings(
    SettingsSchema.superRefine(checkOidcVariables)
      .superRefine(checkEnvironments)
      // The quiet period covers a late response and the read after it.
      .refine(
        ({
          CONSOLE_QUIET_SECONDS: quietSeconds,
          BILLING_API_WRITE_TIMEOUT_MS: writeMs,
          BILLING_API_READ_TIMEOUT_MS: readMs,
        }) => quietSeconds * 1_000 > writeMs + readMs,
        {
          path: ['CONSOLE_QUIET_SECONDS'],
          error: 'must be longer than BILLING_API_WRITE_TIMEOUT_MS and BILLING_API_READ_TIMEOUT_MS together',
        },
      ),
    environment,
  )

/**
 * True when the console may show demo data: only on this machine, and if the store holds only demo data
 * (sign-in/authenticate.ts). A public address disables the demo.
 */
export function isDemo(): boolean {
  const { CONSOLE_DEMO, CONSOLE_ORIGIN, BILLING_API_BASE_URL } = settings()
  return CONSOLE_DEMO === '1' && isLoopbackAddress(BILLING_API_BASE_URL) && !isDeployed(CONSOLE_ORIGIN)
}

/** True when people reach the console from elsewhere: CONSOLE_ORIGIN is set and is not a loopback address. */
export const isDeployed = (origin = settings().CONSOLE_ORIGIN): boolean =>
  origin !== undefined && !isLoopbackAddress(origin)
