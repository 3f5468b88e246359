import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { readWithin } from '@/lib/store/console-store'
import { users } from '@/lib/store/schema'
import { clearedEmailCookie } from '@/lib/core/server/http/cookies'
import { consumeLink, findLinkUser, linkNotValid } from './one-time-link'
import { hashNewPassword } from './password/new-password'
import { requireVerifiedUser, verifyPassword } from './password/verify-password'
import { endOwnSession, ownSession, replacePassword, startSession } from './sessions'
import { safeNext } from '@/lib/core/server/sign-in-rules'
import { Next, Password, UserEmail, LinkToken } from './input'
import { z } from 'zod'
import { writeOperation } from '@/lib/core/server/operation'

/**
 * Signs in by email and password, and redirects to the page that the user came from.
 * @throws ProblemError as `verifyPassword`
 */
export const signIn = writeOperation('signIn', {
  input: z.strictObject({ email: UserEmail, password: Password, next: Next }),
  form: '/sign-in',
  async write(context, { email, password, next }) {
    const verified = await verifyPassword(context, { action: 'signIn', email, password })
    return async (tx) => {
      const user = await requireVerifiedUser(tx, verified)
      return startSession(tx, context, user, safeNext(next), [clearedEmailCookie()])
    }
  },
})

/**
 * Confirms the password of the signed-in user again, for changes that need a fresh sign-in.
 * @throws ProblemError `sign_in_required`, or as `verifyPassword`
 */
export const stepUp = writeOperation('stepUp', {
  input: z.strictObject({ password: Password, next: Next }),
  form: '/step-up',
  async write(context, { password, next }) {
    const { email, session } = ownSession(context)
    const verified = await verifyPassword(context, { action: 'stepUp', email, password, session })
    return async (tx) => {
      const user = await requireVerifiedUser(tx, verified)
      await endOwnSession(tx, session)
      return startSession(tx, context, user, safeNext(next))
    }
  },
})

/**
 * Adds the first admin by the set-up link of the operator, and signs them in. The link is invalid once a user exists.
 * @throws ProblemError `link_not_valid`, `password_refused`, `console_busy`
 */
export const setUp = writeOperation('setUp', {
  input: z.strictObject({ token: LinkToken, email: UserEmail, password: Password }),
  form: '/set-up',
  async write(context, { token, email, password }) {
    const use = { token, purpose: 'set-up', now: context.now() } as const
    await readWithin(context, (db) => findLinkUser(db, use))
    const passwordHash = await hashNewPassword(password, email)
    const id = `usr_${randomBytes(9).toString('base64url')}`
    return async (tx) => {
      await consumeLink(tx, use)
      const [existing] = await tx.select({ id: users.id }).from(users).limit(1)
      if (existing !== undefined) throw linkNotValid()
      await tx.insert(users).values({ id, email, role: 'admin', passwordHash, createdAt: use.now.toISOString() })
      return startSession(tx, context, { id, email, role: 'admin' }, '/')
    }
  },
})

/**
 * Sets the password of the link's user, ends all their sessions and signs them in.
 * @throws ProblemError `link_not_valid`, `password_refused`, `console_busy`
 */
export const resetPassword = writeOperation('resetPassword', {
  input: z.strictObject({ token: LinkToken, password: Password }),
  form: '/reset',
  async write(context, { token, password }) {
    const use = { token, purpose: 'reset', now: context.now() } as const
    const [user] = await readWithin(context, async (db) => {
      const userId = await findLinkUser(db, use)
      return userId === null ? [] : db.select().from(users).where(eq(users.id, userId))
    })
    if (user === undefined || user.disabledAt !== null) throw linkNotValid()
    const passwordHash = await hashNewPassword(password, user.email)
    return async (tx) => {
      await consumeLink(tx, use)
      await replacePassword(tx, user.id, passwordHash, use.now)
      return startSession(tx, context, user, '/')
    }
  },
})
