import { eq, lt, or } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { sessions, users } from '../store/schema'
import type { SignInMethod } from '../actor'
import { hashToken, newToken } from './token'
import { SESSION_IDLE_MS, SESSION_MAX_AGE_MS } from './authenticate'

const MAX_USER_AGENT_CHARS = 200

interface NewSession {
  userId: string
  method: SignInMethod
  /** The address of the client. */
  peer: string
  userAgent: string
  now: Date
  /** When the user authenticated. Default: now. */
  authenticatedAt?: Date | undefined
  /** The token hash of the session to replace: a token never survives a new sign-in. */
  replaces?: string | undefined
}

/**
 * Inserts a session for a user who has just authenticated.
 * @returns the token for the cookie; the store keeps only its hash
 */
export async function insertSession(
  db: Database | DatabaseTransaction,
  { userId, method, peer, userAgent, now, authenticatedAt = now, replaces }: NewSession,
): Promise<string> {
  const token = newToken()
  const at = now.toISOString()
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await db.transaction(async (tx) => {
    // Each sign-in also deletes the expired sessions of all users.
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
      userAgent: userAgent.slice(0, MAX_USER_AGENT_CHARS),
    })
  })
  return token
}
