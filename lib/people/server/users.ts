import { randomBytes } from 'node:crypto'
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { isAllowed, type Role, ROLES } from '@/lib/core/roles'
import { type LinkMade, MAX_USERS_LISTED, type OneTimeAddress, type UserAdded, type UserPage } from '../user'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { problemError } from '@/lib/core/server/problem'
import { revokeAccessKeysOf } from './authenticate-key'
import { createLink, deleteLinks } from './one-time-link'
import { hashNewPassword } from './password/new-password'
import { endSessions, replacePassword } from './sessions'
import { requirePasswords, waysToSignIn } from '@/lib/core/server/sign-in-rules'
import { readWithin } from '@/lib/store/console-store'
import { findUsers, getUser, type UserRow, userView } from '@/lib/store/user-rows'
import { users } from '@/lib/store/schema'
import { PathId, KeptText } from '@/lib/core/server/input'
import { z } from 'zod'
import { MAX_EMAIL_CHARS } from '@/lib/people/user'
import { UserEmail, UserRole } from './input'
import { operation, writeOperation } from '@/lib/core/server/operation'
import {
  type EntryContent,
  type RuledWrite,
  withOutput,
  type Writer,
  type Written,
} from '@/lib/core/server/store-write'

const UserInput = z.strictObject({ userId: PathId })

/** Returns at most 200 users, sorted by email; a search finds the others. */
export const listUsers = operation('listUsers', {
  input: z.strictObject({ search: KeptText.max(MAX_EMAIL_CHARS).default('') }),
  run: (context, { search }): Promise<UserPage> =>
    readWithin(context, async (db) => ({
      ...(await findUsers(db, { search, limit: MAX_USERS_LISTED })),
      takesPasswords: waysToSignIn().password,
      approvers: context.environment.approvals.needs === 'off' ? null : await countApprovers(db),
    })),
})

const APPROVERS = ROLES.filter((role) => isAllowed(role, 'approve'))

/** Returns how many people may approve what others propose. */
export const countApprovers = (db: Pick<Database, '$count'>): Promise<number> =>
  db.$count(users, and(inArray(users.role, APPROVERS), isNull(users.disabledAt), canSignIn()))

interface NewUser {
  /** In lower case. */
  email: string
  role: Role
  /** Null when the user sets the password by a link. */
  passwordHash: string | null
}

/**
 * Returns the write of a change to users, for the web and the command line: one at a time in all processes. It checks the writer's
 * permission again. A refused change is recorded too.
 * @param about the ID or email of the user, as in the request
 */
const usersWrite = <Output>(
  about: string | null,
  change: (tx: DatabaseTransaction, now: Date) => Promise<Written<Output>>,
): RuledWrite<Output> => ({
  refusedUser: about,
  async write(tx, writer) {
    if (await isStillAllowed(tx, writer)) return change(tx, writer.now)
    throw problemError('not_allowed', 'Not changed: you can no longer manage users.')
  },
})

/** Checks the permission again: since the first check, the admin may have lost the role, or the demo may have ended. */
async function isStillAllowed(tx: DatabaseTransaction, { isCommandLine, userId }: Writer): Promise<boolean> {
  if (isCommandLine === true) return true
  if (userId === undefined) return (await tx.$count(users)) === 0
  const [user] = await tx
    .select({ role: users.role, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, userId))
  return user !== undefined && user.disabledAt === null && isAllowed(user.role, 'users')
}

const userEntry = (email: string, detail?: object): EntryContent => ({ object: { kind: 'user', id: email }, detail })

/**
 * Adds a local account.
 * @param andThen runs in the same transaction, after the insert
 * @throws ProblemError `email_taken`, `last_admin`, `not_allowed`
 */
export const newUserWrite = <Output>(
  user: NewUser,
  andThen: (tx: DatabaseTransaction, added: UserRow, now: Date) => Promise<Output>,
): RuledWrite<Output> =>
  usersWrite(user.email, async (tx, now) => {
    const added = await insertUser(tx, user, now)
    const output = await andThen(tx, added, now)
    return { entry: userEntry(added.email, { role: added.role }), output: () => output }
  })

/**
 * Adds a user, who sets the password by the link in the response, so that no admin knows it.
 * @throws ProblemError `not_allowed`, `email_taken`, `last_admin` when the first user is not an admin
 */
export const addUser = writeOperation('addUser', {
  input: z.strictObject({ email: UserEmail, role: UserRole }),
  audit: { records: 'refusal' },
  write(_, input): RuledWrite<UserAdded> {
    requirePasswords()
    return newUserWrite({ ...input, passwordHash: null }, async (tx, added, now) => ({
      accepted: true,
      user: userView(added),
      link: await createLink(tx, { purpose: 'reset', userId: added.id, now }),
    }))
  },
})

/** Inserts a local account. @throws ProblemError `email_taken`, `last_admin` when the first user is not an admin */
async function insertUser(tx: DatabaseTransaction, user: NewUser, now: Date): Promise<UserRow> {
  if (user.role !== 'admin' && (await tx.$count(users)) === 0)
    throw problemError('last_admin', 'The first user must be an admin, who can add the others.')
  const id = `usr_${randomBytes(12).toString('base64url')}`
  const [added] = await tx
    .insert(users)
    .values({ id, ...user, createdAt: now.toISOString() })
    .onConflictDoNothing()
    .returning()
  if (added) return added
  throw problemError('email_taken', 'Not added: a user with this email exists, enabled or disabled.')
}

interface UserChange {
  role?: Role | undefined
  disabled?: boolean | undefined
}

const isActiveAdmin = ({ role, disabledAt }: Pick<UserRow, 'role' | 'disabledAt'>) =>
  role === 'admin' && disabledAt === null

/**
 * Changes a user's role, disables or enables the user. Ends the user's sessions, because a session never continues with another role.
 * @throws ProblemError `not_found`, `last_admin`, `not_allowed`
 */
export const userChangeWrite = (idOrEmail: string, change: UserChange): RuledWrite<UserRow> =>
  usersWrite(idOrEmail, async (tx, now) => {
    const before = await getUser(tx, idOrEmail)
    const { role = before.role, disabled = before.disabledAt !== null } = change
    const disabledAt = disabled ? (before.disabledAt ?? now.toISOString()) : null
    if (role === before.role && disabledAt === before.disabledAt) return { entry: null, output: () => before }
    const [after = before] = await tx.update(users).set({ role, disabledAt }).where(eq(users.id, before.id)).returning()
    if (isActiveAdmin(before) && !isActiveAdmin(after)) await requireAdmin(tx)
    await endSessions(tx, after.id)
    if (disabled) {
      await deleteLinks(tx, after.id)
      await revokeAccessKeysOf(tx, after.id, now)
    }
    return { entry: userEntry(after.email, difference(before, after)), output: () => after }
  })

/**
 * Changes a user's role, disables or enables the user.
 * @throws ProblemError `not_found`, `last_admin`
 */
export const changeUser = writeOperation('changeUser', {
  input: UserInput.extend({ role: UserRole.optional(), disabled: z.boolean().optional() }),
  audit: { records: 'refusal', object: { kind: 'user', idField: 'userId' } },
  write: (_, { userId, ...changes }) =>
    withOutput(userChangeWrite(userId, changes), (user) => ({ accepted: true, user: userView(user) })),
})

/** Matches users who can sign in by an enabled way; a user without a password cannot yet. */
function canSignIn() {
  const { password, singleSignOn } = waysToSignIn()
  return or(
    password ? and(isNull(users.issuer), isNotNull(users.passwordHash)) : sql`false`,
    singleSignOn ? isNotNull(users.issuer) : sql`false`,
  )
}

/** @throws ProblemError `last_admin` when no admin is left who can sign in */
async function requireAdmin(tx: DatabaseTransaction): Promise<void> {
  // The lock waits for a sign-in that is changing a role.
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.disabledAt), canSignIn()))
    .for('update')
  if (admins.length === 0)
    throw problemError(
      'last_admin',
      'Not changed: this is the last admin who can sign in. Make someone else an admin first.',
    )
}

function difference(before: UserRow, after: UserRow): object {
  return {
    ...(before.role !== after.role && { role: { from: before.role, to: after.role } }),
    ...(before.disabledAt !== after.disabledAt && { disabled: after.disabledAt !== null }),
  }
}

/**
 * Sets a user's password. Ends the user's sessions and deletes their links.
 * @throws ProblemError `not_found`, `not_allowed`, `password_refused`, `console_busy`
 */
export async function passwordWrite(email: string, password: string): Promise<RuledWrite<void>> {
  const passwordHash = await hashNewPassword(password, email)
  return usersWrite(email, async (tx, now) => {
    const { id, issuer } = await getUser(tx, email)
    if (issuer !== null) throw problemError('not_allowed', 'This user signs in with single sign-on: no password here.')
    await replacePassword(tx, id, passwordHash, now)
    return { entry: userEntry(email), output: () => undefined }
  })
}

/**
 * Creates a link that sets a new password once, within 24 hours. The old password works until then.
 * @throws ProblemError `not_found`, `link_not_possible`, `not_allowed`
 */
export const resetLinkWrite = (userId: string): RuledWrite<OneTimeAddress> =>
  usersWrite(userId, async (tx, now) => {
    requirePasswords()
    const { id, email, issuer, disabledAt } = await getUser(tx, userId)
    if (issuer !== null)
      throw problemError('link_not_possible', 'This user signs in with single sign-on: no password here.')
    if (disabledAt !== null) throw problemError('link_not_possible', 'This user is disabled. Enable them first.')
    const link = await createLink(tx, { purpose: 'reset', userId: id, now })
    return { entry: userEntry(email, { expiresAt: link.expiresAt }), output: () => link }
  })

/**
 * Returns a new reset link, which is shown only once.
 * @throws ProblemError `not_found`, `link_not_possible`
 */
export const createResetLink = writeOperation('createResetLink', {
  input: UserInput,
  audit: { records: 'refusal', object: { kind: 'user', idField: 'userId' } },
  write: (_, { userId }) => withOutput(resetLinkWrite(userId), (link): LinkMade => ({ accepted: true, link })),
})

/** Creates the link by which the first admin signs up. @returns null when a user exists */
export const setupLinkWrite = (): RuledWrite<OneTimeAddress | null> =>
  usersWrite<OneTimeAddress | null>(null, async (tx, now) => {
    if ((await tx.$count(users)) > 0) return { entry: null, output: () => null }
    const link = await createLink(tx, { purpose: 'set-up', now })
    return { entry: { detail: { expiresAt: link.expiresAt } }, output: () => link }
  })
