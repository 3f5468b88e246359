import { and, eq, gt, lt } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { problemError } from '../problem'
import { oneTimeLinks } from '../store/schema'
import { hashToken } from './token'

type Purpose = 'set-up' | 'reset'
interface LinkUse {
  token: string
  purpose: Purpose
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
export async function checkLink(db: Database, use: LinkUse): Promise<string | null> {
  const [link] = await db.select().from(oneTimeLinks).where(matching(use))
  if (link === undefined) throw linkNotValid()
  return link.userId
}

/** Uses up the link, of which nobody else can then make use. @throws ProblemError `link_not_valid` */
export async function useUpLink(tx: DatabaseTransaction, use: LinkUse): Promise<void> {
  const used = await tx.delete(oneTimeLinks).where(matching(use)).returning()
  if (used.length === 0) throw linkNotValid()
  await tx.delete(oneTimeLinks).where(lt(oneTimeLinks.expiresAt, use.now.toISOString()))
}

export const linkNotValid = () =>
  problemError(
    'link_not_valid',
    'A link works once and for a short time only. Ask an admin, or whoever runs the console, for another one.',
  )
