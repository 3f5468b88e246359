import { z } from 'zod'
import { ROLES, type Role } from '@/contract/console/roles'
import type { OidcClaims } from './oidc-client'
import { OidcRefusal } from './oidc-refusal'
import type { OidcSettings } from './oidc-settings'

/** A person whose identity the provider confirmed. */
export interface OidcIdentity {
  issuer: string
  subject: string
  /** In lower case. */
  email: string
  /** The highest role among the person's groups. */
  role: Role
  /** When they authenticated at the provider; undefined without `auth_time`. */
  authenticatedAt: Date | undefined
}

const Token = z.object({
  iss: z.string().min(1).max(1024),
  sub: z.string().min(1).max(255),
  acr: z.string().optional().catch(undefined),
  amr: z.array(z.string()).catch([]),
  auth_time: z.number().positive().max(253_402_300_799).optional().catch(undefined),
})
const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .refine((text) => z.email().safeParse(text).success)
/** Some providers send booleans as text. */
const Unverified = z.union([z.literal(false), z.literal('false')])
/** A list of groups, or a single group as text. */
const Groups = z.union([z.array(z.unknown()), z.string().transform((group) => [group])]).catch([])

/**
 * Returns the identity and role in the provider's claims.
 * @throws OidcRefusal `oidc_refused`, or `oidc_no_access`, which ends the user's sessions
 */
export function identityOf({ token, all }: OidcClaims, settings: OidcSettings): OidcIdentity {
  const { iss: issuer, sub: subject, acr, amr, auth_time: authTime } = Token.parse(token)
  const email = Email.safeParse(all.email).data
  const subjectOnly = { issuer, subject, email }
  if (settings.acr.length > 0 && (acr === undefined || !settings.acr.includes(acr)))
    throw new OidcRefusal('oidc_refused', 'the acr is not one that is required', subjectOnly)
  if (settings.amr.length > 0 && !amr.some((method) => settings.amr.includes(method)))
    throw new OidcRefusal('oidc_refused', 'the amr has none that is required', subjectOnly)
  if (email === undefined) throw new OidcRefusal('oidc_refused', 'the provider names no email address', subjectOnly)
  if (Unverified.safeParse(all.email_verified).success)
    throw new OidcRefusal('oidc_refused', 'the email address is not verified', subjectOnly)
  const role = roleOf(all, settings)
  if (role === undefined) throw new OidcRefusal('oidc_no_access', 'no group with a role', subjectOnly, true)
  return {
    issuer,
    subject,
    email,
    role,
    authenticatedAt: authTime === undefined ? undefined : new Date(authTime * 1000),
  }
}

function roleOf(claims: OidcClaims['all'], { roleClaim, roles }: OidcSettings): Role | undefined {
  const groups = new Set(Groups.parse(Object.hasOwn(claims, roleClaim) ? claims[roleClaim] : []))
  const held = new Set(roles.filter(({ group }) => groups.has(group)).map(({ role }) => role))
  return ROLES.findLast((role) => held.has(role))
}
