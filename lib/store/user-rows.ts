import { asc, eq, or, sql } from 'drizzle-orm'
import type { UserPage, UserView } from '@/lib/people/user'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { problemError } from '@/lib/core/server/problem'
import { users } from './schema'

/** Returns at most `limit` users whose email contains the text, sorted by email, and the number of all matches. */
export async function findUsers(
  db: Pick<Database, 'select' | '$count'>,
  { search, limit }: { search: string; limit: number },
): Promise<Omit<UserPage, 'takesPasswords' | 'approvers'>> {
  const matches = sql`strpos(${users.email}, ${search.toLowerCase()}) > 0`
  const found = await db.select().from(users).where(matches).orderBy(asc(users.email)).limit(limit)
  return { users: found.map(userView), matching: found.length < limit ? found.length : await db.$count(users, matches) }
}

/** @throws ProblemError `not_found` */
export async function getUser(tx: DatabaseTransaction, idOrEmail: string): Promise<UserRow> {
  const [user] = await tx
    .select()
    .from(users)
    .where(or(eq(users.id, idOrEmail), eq(users.email, idOrEmail.toLowerCase())))
  if (user) return user
  throw problemError('not_found', 'There is no such user. Look at the list of users again.')
}

/** Returns the user's email, which the audit records; the argument when there is no such user. */
export async function emailOf(db: Database, idOrEmail: string): Promise<string> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, idOrEmail))
  return user?.email ?? idOrEmail
}

export type UserRow = typeof users.$inferSelect

/** Returns the fields of a user that an admin sees. */
export function userView({ id, email, role, createdAt, signedInAt, disabledAt, ...secret }: UserRow): UserView {
  return { id, email, role, createdAt, signedInAt, disabledAt, signsInBy: signsInBy(secret) }
}

function signsInBy({ issuer, passwordHash }: Pick<UserRow, 'issuer' | 'passwordHash'>): UserView['signsInBy'] {
  if (issuer !== null) return 'single sign-on'
  return passwordHash === null ? 'none' : 'password'
}
