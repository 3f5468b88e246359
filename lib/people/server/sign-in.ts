import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { recordedTransaction } from '@/lib/store/append-entry'
import { Redirection } from '@/lib/core/server/redirection'
import { consoleStore } from '@/lib/store/console-store'
import { users } from '@/lib/store/schema'
import { clearedEmailCookie } from '@/lib/core/server/http/cookies'
import { consumeLink, findLinkUser, linkNotValid } from './one-time-link'
import { hashNewPassword } from './password/new-password'
import { verifyPassword, withVerifiedUser } from './password/verify-password'
import { endOwnSession, ownSession, replacePassword, startSession } from './sessions'
import { safeNext } from '@/lib/core/server/sign-in-rules'
import { Next, Password, UserEmail, LinkToken } from './input'
import { z } from 'zod'
import { operation } from '@/lib/core/server/operation'

/**
 * Signs in by email and password, and redirects to the page that the user came from.
 * @throws ProblemError as `verifyPassword`
 */
export const signIn = operation('signIn', {
  input: z.strictObject({ email: UserEmail, password: Password, next: Next }),
  form: '/sign-in',
  async run(context, { email, password, next }): Promise<Redirection> {
    const db = await consoleStore()
    const verified = await verifyPassword(db, context, { action: 'signIn', email, password })
    const cookies = await withVerifiedUser(db, verified, (tx, user) =>
      startSession(tx, context, { action: 'signIn', user }),
    )
    return new Redirection(safeNext(next), [...cookies, clearedEmailCookie()])
  },
})

/**
 * Confirms the password of the signed-in user again, for changes that need a fresh sign-in.
 * @throws ProblemError `sign_in_required`, or as `verifyPassword`
 */
export const stepUp = operation('stepUp', {
  input: z.strictObject({ password: Password, next: Next }),
  form: '/step-up',
  async run(context, { password, next }): Promise<Redirection> {
    const { email, session } = ownSession(context)
    const db = await consoleStore()
    const verified = await verifyPassword(db, context, { action: 'stepUp', email, password, session })
    const cookies = await withVerifiedUser(db, verified, async (tx, user) => {
      await endOwnSession(tx, session)
      return startSession(tx, context, { action: 'stepUp', user })
    })
    return new Redirection(safeNext(next), cookies)
  },
})

/**
 * Adds the first admin by the set-up link of the operator, and signs them in. The link is invalid once a user exists.
 * @throws ProblemError `link_not_valid`, `password_refused`, `console_busy`
 */
export const setUp = operation('setUp', {
  input: z.strictObject({ token: LinkToken, email: UserEmail, password: Password }),
  form: '/set-up',
  async run(context, { token, email, password }): Promise<Redirection> {
    const use = { token, purpose: 'set-up', now: context.now() } as const
    const db = await consoleStore()
    await findLinkUser(db, use)
    const passwordHash = await hashNewPassword(password, email)
    const id = `usr_${randomBytes(9).toString('base64url')}`
    const cookies = await recordedTransaction(db, async (tx) => {
      await consumeLink(tx, use)
      const [existing] = await tx.select({ id: users.id }).from(users).limit(1)
      if (existing !== undefined) throw linkNotValid()
      await tx.insert(users).values({ id, email, role: 'admin', passwordHash, createdAt: use.now.toISOString() })
      return startSession(tx, context, { action: 'setUp', user: { id, email, role: 'admin' } })
    })
    return new Redirection('/', cookies)
  },
})

/**
 * Sets the password of the link's user, ends all their sessions and signs them in.
 * @throws ProblemError `link_not_valid`, `password_refused`, `console_busy`
 */
export const resetPassword = operation('resetPassword', {
  input: z.strictObject({ token: LinkToken, password: Password }),
  form: '/reset',
  async run(context, { token, password }): Promise<Redirection> {
    const use = { token, purpose: 'reset', now: context.now() } as const
    const db = await consoleStore()
    const userId = await findLinkUser(db, use)
    const [user] = userId === null ? [] : await db.select().from(users).where(eq(users.id, userId))
    if (user === undefined || user.disabledAt !== null) throw linkNotValid()
    const { id, email, role } = user
    const passwordHash = await hashNewPassword(password, email)
    const cookies = await recordedTransaction(db, async (tx) => {
      await consumeLink(tx, use)
      await replacePassword(tx, id, passwordHash, use.now)
      return startSession(tx, context, { action: 'resetPassword', user: { id, email, role } })
    })
    return new Redirection('/', cookies)
  },
})
