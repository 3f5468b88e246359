import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { Account } from '../account'
import { isSignedIn } from '@/lib/core/server/actor'
import { appendEntry, recordedTransaction } from '@/lib/store/append-entry'
import { problemError } from '@/lib/core/server/problem'
import { Redirection } from '@/lib/core/server/redirection'
import { consoleStore } from '@/lib/store/console-store'
import { sessions, users } from '@/lib/store/schema'
import { SESSION_IDLE_MS, SESSION_MAX_AGE_MS } from './authenticate'
import { sessionCookie } from '@/lib/core/server/http/cookies'
import { validateNewPassword } from './password/new-password'
import { hashPassword } from './password/password-hash'
import { verifyPassword, withVerifiedUser } from './password/verify-password'
import { accountEvent, endOwnSession, ownSession, replacePassword, startSession } from './sessions'
import { z } from 'zod'
import { Password } from './input'
import { operation } from '@/lib/core/server/operation'

const MAX_SESSIONS = 100

/** Returns the account of the signed-in user with its active sessions. The demo's actor has no password and no sessions. */
export const getAccount = operation('getAccount', {
  input: z.strictObject({}),
  async run({ actor, now }): Promise<Account> {
    if (!isSignedIn(actor)) throw problemError('sign_in_required', 'You are not signed in.')
    const { userId, name: email, role, session } = actor
    if (userId === undefined) return { email, role, hasPassword: false, sessions: [] }
    const db = await consoleStore()
    const [user] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId))
    const after = (ms: number) => new Date(now().getTime() - ms).toISOString()
    const found = await db
      .select()
      .from(sessions)
      .where(
        and(
          eq(sessions.userId, userId),
          gt(sessions.seenAt, after(SESSION_IDLE_MS)),
          gt(sessions.createdAt, after(SESSION_MAX_AGE_MS)),
        ),
      )
      .orderBy(desc(sessions.seenAt))
      .limit(MAX_SESSIONS)
    return {
      email,
      role,
      hasPassword: typeof user?.passwordHash === 'string',
      sessions: found.map(({ id, createdAt, seenAt, peer, userAgent }) => ({
        id,
        beganAt: createdAt,
        usedAt: seenAt,
        peer,
        userAgent,
        isThis: id === session?.id,
      })),
    }
  },
})

/**
 * Changes the password of the signed-in user, who confirms it with the current one. Ends every session and starts a new one.
 * @throws ProblemError `password_refused`, or as `verifyPassword`
 */
export const changePassword = operation('changePassword', {
  input: z.strictObject({ password: Password, newPassword: Password }),
  form: '/account',
  async run(context, { password, newPassword }): Promise<Redirection> {
    const { userId, email, session } = ownSession(context)
    const db = await consoleStore()
    await validateNewPassword(newPassword, email)
    const verified = await verifyPassword(db, context, { action: 'changePassword', email, password, session })
    const passwordHash = await hashPassword(newPassword)
    const cookies = await withVerifiedUser(db, verified, async (tx, user) => {
      await endOwnSession(tx, session)
      await replacePassword(tx, userId, passwordHash, context.now())
      return startSession(tx, context, { action: 'changePassword', user })
    })
    return new Redirection('/account?done=password', cookies)
  },
})

/**
 * Ends one session of the signed-in user; with `others`, all except the session of this request.
 * @throws ProblemError `not_found`
 */
export const endSession = operation('endSession', {
  input: z.strictObject({
    sessionId: z.string().regex(/^(ses_[\w-]{1,64}|others)$/, 'must be one of your sessions'),
  }),
  async run(context, { sessionId }) {
    const { userId, email, session } = ownSession(context)
    const which = sessionId === 'others' ? ne(sessions.id, session.id) : eq(sessions.id, sessionId)
    const db = await consoleStore()
    const ended = await recordedTransaction(db, async (tx) => {
      const endedSessions = await tx
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), which))
        .returning({ id: sessions.id })
      const detail = { ended: endedSessions.map(({ id }) => id).slice(0, 100) }
      if (endedSessions.length > 0)
        await appendEntry(tx, accountEvent(context, { action: 'endSession', email, outcome: 'done', detail }))
      return endedSessions.length
    })
    if (ended === 0 && sessionId !== 'others')
      throw problemError('not_found', 'You have no such session. It may have ended already.')
    return { accepted: true, ended }
  },
})

/** Ends the session of the request. Redirects the demo's actor, who has none, to the start page. */
export const signOut = operation('signOut', {
  input: z.strictObject({}),
  form: '/',
  async run(context): Promise<Redirection> {
    const { session, name: email } = context.actor
    if (session === undefined) return new Redirection('/', [sessionCookie(null)])
    const db = await consoleStore()
    await recordedTransaction(db, async (tx) => {
      await tx.delete(sessions).where(eq(sessions.tokenHash, session.tokenHash))
      await appendEntry(tx, accountEvent(context, { action: 'signOut', email, outcome: 'done' }))
    })
    return new Redirection('/sign-in', [sessionCookie(null)])
  },
})
