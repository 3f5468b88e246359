import { and, desc, eq, inArray, lt, or } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { isServedByHttps } from '../network/own-origin'
import { knownBrowsers, users } from '../store/schema'
import { cookieValue } from './session-cookie'
import { hashToken, newToken } from './token'

/** A browser stays known for this long after its last sign-in by password. */
const KNOWN_MS = 90 * 24 * 60 * 60_000
/** Known browsers kept for each user. */
const MAX_BROWSERS_PER_USER = 20

const cookieName = () => (isServedByHttps() ? '__Host-console-browser' : 'console-browser')

/** Returns the token that identifies a known browser. The token does not authenticate anyone. */
export function knownBrowserTokenOf(cookies: string | null): string | undefined {
  const token = cookieValue(cookies, cookieName())
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** True when this browser has signed in to this account before. */
export async function isKnownBrowser(db: Database, { token, email }: { token: string; email: string }) {
  const [row] = await db
    .select({ userId: knownBrowsers.userId })
    .from(knownBrowsers)
    .innerJoin(users, eq(users.id, knownBrowsers.userId))
    .where(and(eq(knownBrowsers.tokenHash, hashToken(token)), eq(users.email, email)))
  return row !== undefined
}

interface SignedInBrowser {
  userId: string
  /** The token that the browser sent. It is kept, because other users of the browser share it. */
  token: string | undefined
  now: Date
}

/** Records that a browser signed in to an account, which gives it its own attempt budget. @returns the `Set-Cookie` */
export async function rememberBrowser(
  tx: DatabaseTransaction,
  { userId, token = newToken(), now }: SignedInBrowser,
): Promise<string> {
  const signedInAt = now.toISOString()
  await tx
    .insert(knownBrowsers)
    .values({ userId, tokenHash: hashToken(token), signedInAt })
    .onConflictDoUpdate({ target: [knownBrowsers.userId, knownBrowsers.tokenHash], set: { signedInAt } })
  const surplus = tx
    .select({ tokenHash: knownBrowsers.tokenHash })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.userId, userId))
    .orderBy(desc(knownBrowsers.signedInAt))
    .offset(MAX_BROWSERS_PER_USER)
  const oldest = new Date(now.getTime() - KNOWN_MS).toISOString()
  await tx
    .delete(knownBrowsers)
    .where(
      or(
        lt(knownBrowsers.signedInAt, oldest),
        and(eq(knownBrowsers.userId, userId), inArray(knownBrowsers.tokenHash, surplus)),
      ),
    )
  const secure = isServedByHttps() ? '; Secure' : ''
  return `${cookieName()}=${token}; Path=/; HttpOnly; SameSite=Strict${secure}; Max-Age=${KNOWN_MS / 1000}`
}

/** Deletes the known browsers of a user, when the password is replaced. */
export async function forgetBrowsers(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId))
}
