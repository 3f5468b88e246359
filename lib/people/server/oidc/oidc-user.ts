import { randomBytes } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { type Role, ROLES } from '@/lib/core/roles'
import type { DatabaseTransaction } from '@/database/open-database'
import { sessions, users } from '@/lib/store/schema'
import { UserEmail } from '../input'
import { type OidcClaims, OidcRefusal } from './oidc-client'
import type { OidcSettings } from '@/lib/core/server/oidc-settings'

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
  const email = UserEmail.safeParse(all.email).data
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

/** A user, updated from the provider. */
export interface SyncedUser {
  id: string
  email: string
  role: Role
  /** The values before the update; undefined for a new user. */
  before: { email: string; role: Role } | undefined
}

/**
 * Updates the user's email and role from the provider, or adds the user at the first sign-in. Matches by issuer and
 * subject, never by email alone. A changed role ends the user's sessions.
 * @throws OidcRefusal `oidc_no_access` when the user is disabled, `oidc_email_taken`
 */
export async function syncUser(tx: DatabaseTransaction, identity: OidcIdentity, now: Date): Promise<SyncedUser> {
  const { issuer, subject, email, role } = identity
  const id = `usr_${randomBytes(9).toString('base64url')}`
  await tx
    .insert(users)
    .values({ id, email, role, issuer, subject, createdAt: now.toISOString() })
    .onConflictDoNothing()
  const isThisOne = and(eq(users.issuer, issuer), eq(users.subject, subject))
  const [user] = await tx.select().from(users).where(isThisOne).for('update')
  const taken = new OidcRefusal('oidc_email_taken', 'another account has this email address', identity)
  if (user === undefined) throw taken
  if (user.disabledAt !== null) throw new OidcRefusal('oidc_no_access', 'the user is disabled', identity)
  if (user.id === id) return { id, email, role, before: undefined }
  if (user.email !== email) {
    const others = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), ne(users.id, user.id)))
    if (others.length > 0) throw taken
  }
  if (user.email !== email || user.role !== role)
    await tx.update(users).set({ email, role }).where(eq(users.id, user.id))
  if (user.role !== role) await tx.delete(sessions).where(eq(sessions.userId, user.id))
  return { id: user.id, email, role, before: { email: user.email, role: user.role } }
}
