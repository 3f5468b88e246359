import { and, eq, gt, isNull, lt, lte, or } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { problemError } from '../problem'
import { oneTimeLinks } from '../store/schema'
import { hashToken, newToken } from './token'

/** How long a link works: the first admin is there and waits, somebody else's mail may be read tomorrow. */
const LIVES_MS = { 'set-up': 15 * 60_000, reset: 24 * 60 * 60_000 }
/** The pages that take them. */
const PAGES = { 'set-up': '/set-up', reset: '/reset' }

type LinkFor = { purpose: 'set-up' } | { purpose: 'reset'; userId: string }

interface OneTimeLink {
  /** Of the console, with the token, which is nowhere else: only its hash is kept. */
  path: string
  /** UTC instant. */
  expiresAt: string
}

/** Makes a link that works once. An earlier one for the same works no more, and those that ran out are forgotten. */
export async function createLink(
  db: Database | DatabaseTransaction,
  { now, ...link }: LinkFor & { now: Date },
): Promise<OneTimeLink> {
  const token = newToken()
  const userId = link.purpose === 'reset' ? link.userId : null
  const expiresAt = new Date(now.getTime() + LIVES_MS[link.purpose]).toISOString()
  await db.transaction(async (tx) => {
    await tx
      .delete(oneTimeLinks)
      .where(
        or(
          lte(oneTimeLinks.expiresAt, now.toISOString()),
          and(
            eq(oneTimeLinks.purpose, link.purpose),
            userId === null ? isNull(oneTimeLinks.userId) : eq(oneTimeLinks.userId, userId),
          ),
        ),
      )
    await tx.insert(oneTimeLinks).values({
      tokenHash: hashToken(token),
      purpose: link.purpose,
      userId,
      createdAt: now.toISOString(),
      expiresAt,
    })
  })
  return { path: `${PAGES[link.purpose]}?${new URLSearchParams({ token })}`, expiresAt }
}

/** Takes back every link of a user that has not been used. */
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
 * Whose link this is, before the work of hashing a password is done for it.
 * @returns the user it is for; null for the first admin
 * @throws ProblemError `link_not_valid`
 */
export async function findLinkUser(db: Database, use: LinkUse): Promise<string | null> {
  const [link] = await db.select().from(oneTimeLinks).where(matching(use))
  if (link === undefined) throw linkNotValid()
  return link.userId
}

/**
 * Uses up the link, of which nobody else can then make use. Where the transaction fails, it still works.
 * @returns the user it is for; null for the first admin
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
    'A link works once and for a short time only. Ask an admin, or whoever runs the console, for another one.',
  )
