import { and, eq, ne } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import type { Role } from '@/contract/console/roles'
import type { DatabaseTransaction } from '@/database/open-database'
import { sessions, users } from '../../store/schema'
import type { OidcIdentity } from './oidc-identity'
import { OidcRefusal } from './oidc-refusal'

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
