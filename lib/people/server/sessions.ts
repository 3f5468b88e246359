import { randomBytes } from 'node:crypto'
import { eq, lt, or } from 'drizzle-orm'
import type { Role } from '@/lib/core/roles'
import type { DatabaseTransaction } from '@/database/open-database'
import type { Session, SignInMethod } from '@/lib/core/server/actor'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { problemError } from '@/lib/core/server/problem'
import { Redirection } from '@/lib/core/server/redirection'
import type { EntryContent, Written } from '@/lib/core/server/store-write'
import { sessions, users } from '@/lib/store/schema'
import type { UserRow } from '@/lib/store/user-rows'
import { SESSION_IDLE_MS, SESSION_MAX_AGE_MS } from './authenticate'
import { revokeAccessKeysOf } from './authenticate-key'
import { hashToken, newToken, sessionCookie } from '@/lib/core/server/http/cookies'
import { deleteLinks } from './one-time-link'
import { forgetBrowsers, rememberBrowser } from './password/attempts'

/**
 * Starts a session for a user who authenticated by a password or a link. Replaces the browser's last session and remembers the browser.
 * @param cookies more cookies, each a complete `Set-Cookie`
 * @returns the audit entry, and the redirection that sets the cookies
 */
export async function startSession(
  tx: DatabaseTransaction,
  context: OperationContext,
  user: Pick<UserRow, 'id' | 'email' | 'role'>,
  path: string,
  cookies: readonly string[] = [],
): Promise<Written<Redirection>> {
  const { peer, userAgent, actor, knownBrowserToken } = context
  const token = await insertSession(tx, {
    userId: user.id,
    method: 'password',
    peer,
    userAgent,
    now: context.now(),
    replaces: actor.session?.tokenHash,
  })
  const browser = await rememberBrowser(tx, { userId: user.id, token: knownBrowserToken, now: context.now() })
  return {
    entry: accountEntry(context, { email: user.email, as: user }),
    output: () => new Redirection(path, [sessionCookie(token), browser, ...cookies]),
  }
}

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
  tx: DatabaseTransaction,
  { userId, method, peer, userAgent, now, authenticatedAt = now, replaces }: NewSession,
): Promise<string> {
  const token = newToken()
  const at = now.toISOString()
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
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
  return token
}

/** Ends all sessions of a user. */
export async function endSessions(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId))
}

/** Stores a user's new password. Ends their sessions and access keys, deletes their unused links and forgets their browsers. */
export async function replacePassword(
  tx: DatabaseTransaction,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
  await endSessions(tx, userId)
  await revokeAccessKeysOf(tx, userId, now)
  await deleteLinks(tx, userId)
  await forgetBrowsers(tx, userId)
}

/** Ends the session of the request. @throws ProblemError `sign_in_required` when another request ended it first */
export async function endOwnSession(tx: DatabaseTransaction, { tokenHash }: Session): Promise<void> {
  const ended = await tx.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning({ id: sessions.id })
  if (ended.length === 0)
    throw problemError('sign_in_required', 'Your session has ended. Nothing was changed. Sign in again.')
}

/** Returns the signed-in user and session. @throws ProblemError `not_allowed` for the demo's actor, who has neither */
export function ownSession({ actor }: OperationContext): { userId: string; email: string; session: Session } {
  const { userId, name: email, session } = actor
  if (userId !== undefined && session !== undefined) return { userId, email, session }
  throw problemError('not_allowed', 'The demo has no accounts. Nothing was changed. Set up sign-in to have one.')
}

interface AccountEvent {
  /** The account that the event is about. */
  email: string
  /** The user who signed in by this operation. Default: the context's actor. */
  as?: { email: string; role: Role }
  /** Further fields of the entry's detail. */
  detail?: object
}

/** Returns what the audit says of an account event, with the address and the browser of the request. */
export const accountEntry = (
  { peer, userAgent }: OperationContext,
  { email, as, detail }: AccountEvent,
): EntryContent => ({
  object: { kind: 'user', id: email },
  detail: { peer, userAgent: userAgent.slice(0, MAX_USER_AGENT_CHARS), ...detail },
  ...(as && { actor: as.email, role: as.role }),
})
