import { and, eq, gt, isNull, lt, lte, or } from 'drizzle-orm'
import type { OneTimeAddress } from '../user'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { problemError } from '@/lib/core/server/problem'
import { oneTimeLinks } from '@/lib/store/schema'
import { hashToken, newToken } from '@/lib/core/server/http/cookies'

/** How long a link is valid. The first admin uses it at once; another user may read the mail tomorrow. */
const LIFETIME_MS = { 'set-up': 15 * 60_000, reset: 24 * 60 * 60_000 }
/** The page that each link opens. */
const PAGES = { 'set-up': '/set-up', reset: '/reset' }

type LinkFor = { purpose: 'set-up' } | { purpose: 'reset'; userId: string }

/** Creates a link that works once. Deletes earlier links for the same purpose and user, and all expired links. */
export async function createLink(
  db: Pick<Database, 'delete' | 'insert'>,
  { now, ...link }: LinkFor & { now: Date },
): Promise<OneTimeAddress> {
  const token = newToken()
  const userId = link.purpose === 'reset' ? link.userId : null
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[link.purpose]).toISOString()
  const isForSame = and(
    eq(oneTimeLinks.purpose, link.purpose),
    userId === null ? isNull(oneTimeLinks.userId) : eq(oneTimeLinks.userId, userId),
  )
  await db.delete(oneTimeLinks).where(or(lte(oneTimeLinks.expiresAt, now.toISOString()), isForSame))
  await db.insert(oneTimeLinks).values({
    tokenHash: hashToken(token),
    purpose: link.purpose,
    userId,
    createdAt: now.toISOString(),
    expiresAt,
  })
  return { path: `${PAGES[link.purpose]}?${new URLSearchParams({ token })}`, expiresAt }
}

/** Deletes the unused links of a user. */
export async function deleteLinks(tx: DatabaseTransaction, userId: string): Promise<void> {
  await tx.delete(oneTimeLinks).where(eq(oneTimeLinks.userId, userId))
}

interface LinkUse {
  token: string
  purpose: LinkFor['purpose']
  now: Date
}

const matching = ({ token, purpose, now }: LinkUse) =>
  and(
    eq(oneTimeLinks.tokenHash, hashToken(token)),
    eq(oneTimeLinks.purpose, purpose),
    gt(oneTimeLinks.expiresAt, now.toISOString()),
  )

/**
 * Finds the user of a valid link, before the costly hashing of a password.
 * @returns the user's id; null for the first admin
 * @throws ProblemError `link_not_valid`
 */
export async function findLinkUser(db: Pick<Database, 'select'>, use: LinkUse): Promise<string | null> {
  const [link] = await db.select().from(oneTimeLinks).where(matching(use))
  if (link === undefined) throw linkNotValid()
  return link.userId
}

/**
 * Consumes the link, so that it cannot be used again. When the transaction rolls back, the link stays valid.
 * @returns the user's id; null for the first admin
 * @throws ProblemError `link_not_valid`
 */
export async function consumeLink(tx: DatabaseTransaction, use: LinkUse): Promise<string | null> {
  const [used] = await tx.delete(oneTimeLinks).where(matching(use)).returning()
  if (used === undefined) throw linkNotValid()
  await tx.delete(oneTimeLinks).where(lt(oneTimeLinks.expiresAt, use.now.toISOString()))
  return used.userId
}

export const linkNotValid = () =>
  problemError(
    'link_not_valid',
    'This link is invalid, expired or already used. Ask an admin, or the person who runs the console, for a new one.',
  )
