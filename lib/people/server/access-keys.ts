import { randomBytes } from 'node:crypto'
import { and, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import {
  ACCESS_KEY_PREFIX,
  ACCESS_KEY_ROLES,
  type AccessKey,
  type AccessKeyList,
  type AccessKeyMade,
  MAX_ACCESS_KEY_ADDRESSES,
  MAX_ACCESS_KEY_DAYS,
  MAX_ACCESS_KEY_NAME_CHARS,
  MAX_ACCESS_KEYS,
  MAX_ACCESS_KEYS_LISTED,
} from '../access-key'
import { isAllowed, lowerRole } from '@/lib/core/roles'
import type { DatabaseTransaction } from '@/database/open-database'
import { problemError } from '@/lib/core/server/problem'
import { readWithin } from '@/lib/store/console-store'
import { accessKeys, users } from '@/lib/store/schema'
import type { UserRow } from '@/lib/store/user-rows'
import { accessKeyRole, accessKeyState, addressesOf } from './authenticate-key'
import { hashToken, newToken } from '@/lib/core/server/http/cookies'
import { accountEntry, ownSession } from './sessions'
import { freshSignInRequired, isFreshlySignedIn } from '@/lib/core/server/sign-in-rules'
import { z } from 'zod'
import { LineText } from '@/lib/core/server/input'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { operation, writeOperation } from '@/lib/core/server/operation'
import type { StoreWrite } from '@/lib/core/server/store-write'

/** No sign by which the activity names a person or a key. */
const KEY_NAME = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd} ._/:#+&,-]*$/u

const DAY_MS = 86_400_000
/** An ended key stays listed this long. */
const KEPT_DAYS = 30

/** Returns the keys of the signed-in user; none in the demo. */
export const listOwnAccessKeys = operation('listOwnAccessKeys', {
  input: z.strictObject({}),
  run: (context): Promise<AccessKeyList> => listKeys(context, eq(accessKeys.userId, context.actor.userId ?? '')),
})

/** Returns the keys of all people, those that work first. */
export const listAccessKeys = operation('listAccessKeys', {
  input: z.strictObject({}),
  run: (context): Promise<AccessKeyList> => listKeys(context, undefined),
})

function listKeys(context: OperationContext, which: SQL | undefined): Promise<AccessKeyList> {
  const now = context.now()
  return readWithin(context, async (db) => {
    const rows = await db
      .select()
      .from(accessKeys)
      .innerJoin(users, eq(users.id, accessKeys.userId))
      .where(which)
      // Those that work come first, so that the bound never hides one.
      .orderBy(desc(isUsable(now)), desc(accessKeys.createdAt), desc(accessKeys.id))
      .limit(MAX_ACCESS_KEYS_LISTED)
    return {
      keys: rows.map((row) => accessKeyView(row.access_keys, row.users, now)),
      count: await db.$count(accessKeys, which),
    }
  })
}

const isUsable = (now: Date) =>
  sql`(${accessKeys.revokedAt} is null and ${accessKeys.expiresAt} > ${now.toISOString()}::timestamptz)`

function accessKeyView(key: typeof accessKeys.$inferSelect, owner: UserRow, now: Date): AccessKey {
  const { id, name, createdAt, expiresAt, usedAt, usedFrom } = key
  return {
    id,
    name,
    role: accessKeyRole(key),
    owner: owner.email,
    state: accessKeyState(key, owner, now),
    addresses: addressesOf(key),
    createdAt,
    expiresAt,
    used: usedAt === null ? null : { at: usedAt, from: usedFrom ?? '' },
  }
}

/**
 * Makes an access key for the signed-in user, with at most their role. The response alone has the key.
 * @throws ProblemError `fresh_sign_in_required`, `too_many_access_keys`, `not_allowed` for a higher role and in the demo
 */
export const createAccessKey = writeOperation('createAccessKey', {
  input: z.strictObject({
    name: LineText(MAX_ACCESS_KEY_NAME_CHARS).refine(
      (name) => !/\p{DI}|\p{Me}|\p{M}{4}/u.test(name) && KEY_NAME.test(name),
      'must begin with a letter or digit, and have only letters, digits, spaces and . _ / : # + & , -',
    ),
    role: z.enum(ACCESS_KEY_ROLES),
    days: z.number().int().min(1).max(MAX_ACCESS_KEY_DAYS),
    addresses: z
      .array(
        z.union(
          [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
          'must be an IP address, or a network such as 203.0.113.0/24',
        ),
      )
      .max(MAX_ACCESS_KEY_ADDRESSES)
      .default([]),
  }),
  write(context, { name, role, days, addresses }): StoreWrite<AccessKeyMade> {
    const { userId, email } = ownSession(context)
    const now = context.now()
    if (!isFreshlySignedIn(context.actor, now)) throw freshSignInRequired('Not made: an access key needs')
    const secret = ACCESS_KEY_PREFIX + newToken()
    const row = {
      id: `key_${randomBytes(9).toString('base64url')}`,
      tokenHash: hashToken(secret),
      userId,
      name,
      role,
      addresses: addresses.join(' '),
      createdAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + days * DAY_MS).toISOString(),
    }
    return async (tx) => {
      // Locks the account, so that neither a change of it nor another key comes in between.
      const [owner] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
      if (!owner || owner.disabledAt !== null) throw problemError('not_allowed', 'Not made: your account was disabled.')
      if (lowerRole(owner.role, role) !== role)
        throw problemError('not_allowed', 'Not made: a key can’t do more than you.')
      await deleteEnded(tx, userId, now)
      if ((await tx.$count(accessKeys, eq(accessKeys.userId, userId))) >= MAX_ACCESS_KEYS)
        throw problemError(
          'too_many_access_keys',
          `Not made: you have ${MAX_ACCESS_KEYS} access keys, counting those that ended in the last ${KEPT_DAYS} days. Use a key that you have, or revoke one and wait ${KEPT_DAYS} days.`,
        )
      const [made] = await tx.insert(accessKeys).values(row).returning()
      if (!made) throw new TypeError('an insert returned no row')
      const detail = {
        accessKey: describe(made),
        keyRole: role,
        expiresAt: made.expiresAt,
        ...(addresses.length > 0 && { addresses: row.addresses }),
      }
      return {
        entry: accountEntry(context, { email, detail }),
        output: () => ({ accepted: true, key: accessKeyView(made, owner, now), secret }),
      }
    }
  },
})

const describe = ({ name, id }: { name: string; id: string }) => `${name} (${id})`

async function deleteEnded(tx: DatabaseTransaction, userId: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()
  const isOver = or(lt(accessKeys.revokedAt, until), lt(accessKeys.expiresAt, until))
  await tx.delete(accessKeys).where(and(eq(accessKeys.userId, userId), isOver))
}

/**
 * Revokes a key at once: the user's own, or any key when the user manages users. A key that has ended already stays as it is.
 * @throws ProblemError `not_found`
 */
export const revokeAccessKey = writeOperation('revokeAccessKey', {
  input: z.strictObject({ keyId: z.string().regex(/^key_[\w-]{1,64}$/, 'must be the ID of an access key') }),
  write(context, { keyId }) {
    const { userId } = ownSession(context)
    const isAny = isAllowed(context.actor.role, 'users')
    return async (tx, { now }) => {
      const [key] = await tx
        .select()
        .from(accessKeys)
        .where(and(eq(accessKeys.id, keyId), isAny ? undefined : eq(accessKeys.userId, userId)))
        .for('update')
      const [owner] = key ? await tx.select().from(users).where(eq(users.id, key.userId)) : []
      if (!key || !owner) throw problemError('not_found', 'There is no such access key. Reload the page.')
      const isRevoked = key.revokedAt !== null
      const revoked = { ...key, revokedAt: key.revokedAt ?? now.toISOString() }
      await tx.update(accessKeys).set({ revokedAt: revoked.revokedAt }).where(eq(accessKeys.id, keyId))
      return {
        entry: isRevoked ? null : accountEntry(context, { email: owner.email, detail: { accessKey: describe(key) } }),
        output: () => ({ accepted: true, key: accessKeyView(revoked, owner, now) }),
      }
    }
  },
})
