import { and, desc, eq, gt } from 'drizzle-orm'
import type { Account } from '@/contract/console/account'
import { isSignedIn } from '../actor'
import { SESSION_IDLE_MS, SESSION_MAX_AGE_MS } from './authenticate'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'
import { sessions, users } from '../store/schema'
import type { OperationContext } from '../operation-context'

const MAX_SESSIONS = 100

/** Returns the account of the signed-in user with its active sessions. The demo's actor has no password and no sessions. */
export async function getAccount({ actor, now }: OperationContext): Promise<Account> {
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
}
