import { and, desc, eq, gt, isNotNull, ne } from 'drizzle-orm'
import type { Account } from '../account'
import { isSignedIn } from '@/lib/core/server/actor'
import { problemError } from '@/lib/core/server/problem'
import { Redirection } from '@/lib/core/server/redirection'
import { readWithin } from '@/lib/store/console-store'
import { sessions, users } from '@/lib/store/schema'
import { SESSION_IDLE_MS, SESSION_MAX_AGE_MS } from './authenticate'
import { sessionCookie } from '@/lib/core/server/http/cookies'
import { validateNewPassword } from './password/new-password'
import { hashPassword } from './password/password-hash'
import { requireVerifiedUser, verifyPassword } from './password/verify-password'
import { accountEntry, endOwnSession, ownSession, replacePassword, startSession } from './sessions'
import { z } from 'zod'
import { Password } from './input'
import { operation, writeOperation } from '@/lib/core/server/operation'

const MAX_SESSIONS = 100

/** Returns the account of the signed-in user with its active sessions. The demo's actor has no password and no sessions. */
export const getAccount = operation('getAccount', {
  input: z.strictObject({}),
  async run(context): Promise<Account> {
    const { actor, now } = context
    if (!isSignedIn(actor)) throw problemError('sign_in_required', 'You are not signed in.')
    const { userId, name: email, role, session } = actor
    if (userId === undefined) return { email, role, hasPassword: false, sessions: [] }
    const { id, createdAt: beganAt, seenAt: usedAt, peer, userAgent } = sessions
    const after = (ms: number) => new Date(now().getTime() - ms).toISOString()
    const isActive = and(gt(usedAt, after(SESSION_IDLE_MS)), gt(beganAt, after(SESSION_MAX_AGE_MS)))
    return readWithin(context, async (db) => {
      const found = await db
        .select({ id, beganAt, usedAt, peer, userAgent })
        .from(sessions)
        .where(and(eq(sessions.userId, userId), isActive))
        .orderBy(desc(usedAt))
        .limit(MAX_SESSIONS)
      return {
        email,
        role,
        hasPassword: (await db.$count(users, and(eq(users.id, userId), isNotNull(users.passwordHash)))) > 0,
        sessions: found.map((each) => ({ ...each, isThis: each.id === session?.id })),
      }
    })
  },
})

/**
 * Changes the password of the signed-in user, who confirms it with the current one. Ends every session and starts a new one.
 * @throws ProblemError `password_refused`, or as `verifyPassword`
 */
export const changePassword = writeOperation('changePassword', {
  input: z.strictObject({ password: Password, newPassword: Password }),
  form: '/account',
  async write(context, { password, newPassword }) {
    const { userId, email, session } = ownSession(context)
    await validateNewPassword(newPassword, email)
    const verified = await verifyPassword(context, { action: 'changePassword', email, password, session })
    const passwordHash = await hashPassword(newPassword)
    return async (tx, { now }) => {
      const user = await requireVerifiedUser(tx, verified)
      await endOwnSession(tx, session)
      await replacePassword(tx, userId, passwordHash, now)
      return startSession(tx, context, user, '/account?done=password')
    }
  },
})

/**
 * Ends one session of the signed-in user; with `others`, all except the session of this request.
 * @throws ProblemError `not_found`
 */
export const endSession = writeOperation('endSession', {
  input: z.strictObject({
    sessionId: z.string().regex(/^(ses_[\w-]{1,64}|others)$/, 'must be one of your sessions'),
  }),
  write(context, { sessionId }) {
    const { userId, email, session } = ownSession(context)
    const which = sessionId === 'others' ? ne(sessions.id, session.id) : eq(sessions.id, sessionId)
    return async (tx) => {
      const ended = await tx
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), which))
        .returning({ id: sessions.id })
      if (ended.length === 0 && sessionId !== 'others')
        throw problemError('not_found', 'You have no such session. It may have ended already.')
      const detail = { ended: ended.map(({ id }) => id).slice(0, 100) }
      return {
        entry: ended.length === 0 ? null : accountEntry(context, { email, detail }),
        output: () => ({ accepted: true, ended: ended.length }),
      }
    }
  },
})

/** Ends the session of the request. Redirects the demo's actor, who has none, to the start page. */
export const signOut = writeOperation('signOut', {
  input: z.strictObject({}),
  form: '/',
  write: (context) => async (tx) => {
    const { session, name: email } = context.actor
    if (session === undefined) return { entry: null, output: () => new Redirection('/', [sessionCookie(null)]) }
    await tx.delete(sessions).where(eq(sessions.tokenHash, session.tokenHash))
    return {
      entry: accountEntry(context, { email }),
      output: () => new Redirection('/sign-in', [sessionCookie(null)]),
    }
  },
})
