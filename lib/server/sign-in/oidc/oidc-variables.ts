import { z } from 'zod'
import { ROLES, type Role } from '@/contract/console/roles'
import { isLoopbackAddress } from '../../network/loopback'

/** Who is in a group at the OpenID provider has this role here. */
export interface GroupRole {
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

/** `billing-admins=admin,support=agent`. A group may hold any character but a comma. */
function groupRolesOf(text: string, context: z.RefinementCtx): GroupRole[] {
  return text.split(',').map((pair) => {
    const [, group = '', named] = /^\s*(.+?)\s*=\s*(\w+)\s*$/.exec(pair) ?? []
    const role = ROLES.find((known) => known === named)
    if (role !== undefined) return { group, role }
    context.addIssue(`must be GROUP=ROLE with commas between, each role one of ${ROLES.join(', ')}`)
    return z.NEVER
  })
}

/** What the console is told of the OpenID provider that people sign in at. */
export const OIDC_VARIABLES = {
  /** Its address as it calls itself. */
  CONSOLE_OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be an https address without query, fragment, user or password (http on this machine only)')
    .optional(),
  CONSOLE_OIDC_CLIENT_ID: printable.optional(),
  /** Nothing but the requests to the provider's token address carries it. */
  CONSOLE_OIDC_CLIENT_SECRET: printable.optional(),
  CONSOLE_OIDC_SCOPE: z
    .string()
    .regex(/^(?=.*(^| )openid( |$))[\x20-\x7e]{1,1024}$/, 'must be scopes with spaces between, openid among them')
    .default('openid email profile'),
  /** The claim that names somebody's groups. */
  CONSOLE_OIDC_ROLE_CLAIM: z.string().max(256).default('groups'),
  /** Whose groups are none of these has no access; of several the highest role counts. */
  CONSOLE_OIDC_ROLES: z.string().max(8192).transform(groupRolesOf).optional(),
  /** One of these must be the `acr` of a sign-in. */
  CONSOLE_OIDC_ACR: words.optional(),
  /** One of these must be in the `amr` of a sign-in. */
  CONSOLE_OIDC_AMR: words.optional(),
}

const NEEDED = [
  'CONSOLE_OIDC_ISSUER',
  'CONSOLE_OIDC_CLIENT_ID',
  'CONSOLE_OIDC_CLIENT_SECRET',
  'CONSOLE_OIDC_ROLES',
  // The provider sends people back to it, and knows it beforehand.
  'CONSOLE_ORIGIN',
] as const
const ASKING = [...NEEDED.slice(0, 4), 'CONSOLE_OIDC_ACR', 'CONSOLE_OIDC_AMR']

/** A refinement of the settings: all that single sign-on needs, or nothing of it. */
export function checkOidcVariables(settings: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void {
  if (ASKING.every((name) => settings[name] === undefined)) return
  for (const name of NEEDED)
    if (settings[name] === undefined)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: `must be set too: single sign-on needs ${NEEDED.join(', ')}`,
      })
}
