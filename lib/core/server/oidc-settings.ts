import { z } from 'zod'
import { type Role, ROLES } from '../roles'
import { isLoopbackAddress } from '@/contract/settings.mjs'

/** Members of this group at the OpenID provider have this role in the console. */
interface GroupRole {
  group: string
  role: Role
}

const printable = z.string().regex(/^[\x21-\x7e]{1,1024}$/, 'must be printable ASCII without spaces')
const words = z
  .string()
  .max(1024)
  .transform((text) => text.split(/\s+/))

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#]|\/\/[^/]*@/.test(text)) return false
  return text.startsWith('https://') || (text.startsWith('http://') && isLoopbackAddress(text))
}

/** Parses `billing-admins=admin,support=agent`. A group may contain any character except a comma. */
function groupRolesOf(text: string, context: z.RefinementCtx): GroupRole[] {
  return text.split(',').map((pair) => {
    const [, group = '', named] = /^\s*(.+?)\s*=\s*(\w+)\s*$/.exec(pair) ?? []
    const role = ROLES.find((known) => known === named)
    if (role !== undefined) return { group, role }
    context.addIssue(`must be GROUP=ROLE with commas between, each role one of ${ROLES.join(', ')}`)
    return z.NEVER
  })
}

/** The settings of the OpenID provider. */
export const OIDC_VARIABLES = {
  /** The provider's issuer identifier. */
  CONSOLE_OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be an https address without query, fragment, user or password (http on this machine only)')
    .optional(),
  CONSOLE_OIDC_CLIENT_ID: printable.optional(),
  /** Sent only to the provider's token endpoint. */
  CONSOLE_OIDC_CLIENT_SECRET: printable.optional(),
  CONSOLE_OIDC_SCOPE: z
    .string()
    .regex(/^(?=.*(^| )openid( |$))[\x20-\x7e]{1,1024}$/, 'must be scopes with spaces between, openid among them')
    .default('openid email profile'),
  /** The claim with the user's groups. */
  CONSOLE_OIDC_ROLE_CLAIM: z.string().max(256).default('groups'),
  /** Users in none of these groups have no access; the highest role of several groups counts. */
  CONSOLE_OIDC_ROLES: z.string().max(8192).transform(groupRolesOf).optional(),
  /** The `acr` of a sign-in must be one of these. */
  CONSOLE_OIDC_ACR: words.optional(),
  /** The `amr` of a sign-in must contain one of these. */
  CONSOLE_OIDC_AMR: words.optional(),
}

/** The settings of single sign-on as they are set, with the console's public address. */
type OidcVariables = z.infer<z.ZodObject<typeof OIDC_VARIABLES>> & { CONSOLE_ORIGIN?: string | undefined }

const REQUIRED = [
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'CONSOLE_OIDC_ROLES',
  // The callback URL, which is registered at the provider, starts with it.
  'CONSOLE_ORIGIN',
] as const
const OIDC_NAMES = [...REQUIRED.slice(0, 4), 'CONSOLE_OIDC_ACR', 'CONSOLE_OIDC_AMR']

/** A refinement of the settings: requires all settings of single sign-on, or none. */
export function checkOidcVariables(settings: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  if (OIDC_NAMES.every((name) => settings[name] === undefined)) return
  for (const name of REQUIRED)
    if (settings[name] === undefined)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `must be set too: single sign-on needs ${REQUIRED.join(', ')}`,
      })
}

const CALLBACK_PATH = '/api/sign-in/callback'

/** Returns the settings of single sign-on; undefined when it is off. `checkOidcVariables` has checked that they are complete. */
export function oidcSettingsOf(settings: OidcVariables) {
  const {
    CONSOLE_ORIGIN: origin,
    CONSOLE_OIDC_ISSUER: issuer,
    CONSOLE_OIDC_CLIENT_ID: clientId,
    CONSOLE_OIDC_CLIENT_SECRET: clientSecret,
    CONSOLE_OIDC_ROLES: roles,
  } = settings
  if (!origin || !issuer || !clientId || !clientSecret || !roles) return undefined
  return {
    issuer,
    clientId,
    clientSecret,
    roles,
    scope: settings.CONSOLE_OIDC_SCOPE,
    /** Must be registered at the provider. */
    redirectUri: origin + CALLBACK_PATH,
    roleClaim: settings.CONSOLE_OIDC_ROLE_CLAIM,
    /** The sign-in must have one of these; empty accepts any. */
    acr: settings.CONSOLE_OIDC_ACR ?? [],
    amr: settings.CONSOLE_OIDC_AMR ?? [],
  }
}

export type OidcSettings = NonNullable<ReturnType<typeof oidcSettingsOf>>
