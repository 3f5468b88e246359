import { eq, lt, or } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { sessions, users } from '../store/schema'
import type { SignInMethod } from '../actor'
import { hashToken, newToken } from './token'
import { SESSION_IDLE_MS, SESSION_MAX_AGE_MS } from './authenticate'

const MOST_USER_AGENT_CHARS = 200

interface NewSession {
  userId: string
  method: SignInMethod
  /** The address it was asked from. */
  peer: string
  userAgent: string
  now: Date
  /** When they proved it, where that is not now. */
  authenticatedAt?: Date | undefined
  /** The token's hash of a session that this one takes the place of: a token never outlives a sign-in. */
  replaces?: string | undefined
}

/**
 * Begins a session of somebody who has just proved who they are.
 * @returns its token, for the cookie; only its hash is kept
 */
export async function insertSession(
  db: Database | DatabaseTransaction,
  { userId, method, peer, userAgent, now, authenticatedAt = now, replaces }: NewSession,
): Promise<string> {
  const token = newToken()
  const at = now.toISOString()
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await db.transaction(async (tx) => {
    // What has ended by itself goes with the next sign-in, anybody's.
    await tx
      .delete(sessions)
      .where(or(lt(sessions.seenAt, before(SESSION_IDLE_MS)), lt(sessions.createdAt, before(SESSION_MAX_AGE_MS))))
    if (replaces !== undefined) await tx.delete(sessions).where(eq(sessions.tokenHash, replaces))
    await tx.update(users).set({ signedInAt: at }).where(eq(users.id, userId))
    await tx.insert(sessions).values({
      tokenHash: hashToken(token),
      id: `ses_${randomBytes(9).toString('base64url')}`,
      userId,
      createdAt: at,
      seenAt: at,
      authenticatedAt: authenticatedAt.toISOString(),
      method,
      peer,
      userAgent: userAgent.slice(0, MOST_USER_AGENT_CHARS),
    })
  })
  return token
}
