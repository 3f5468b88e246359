import { and, eq, isNull } from 'drizzle-orm'
import { ACCESS_KEY_REQUESTS_PER_MINUTE, accessKeyActorName, type AccessKeyState } from '../access-key'
import { lowerRole, type Role } from '@/lib/core/roles'
import type { Session } from '@/database/on-connection'
import type { DatabaseTransaction } from '@/database/open-database'
import type { SignedInActor } from '@/lib/core/server/actor'
import { isListed } from '@/lib/core/server/network/address'
import { problemError } from '@/lib/core/server/problem'
import { RequestsPerMinute } from '@/lib/core/server/requests-per-minute'
import { settings } from '@/lib/core/server/settings'
import { accessKeys, users } from '@/lib/store/schema'
import { hashToken } from '@/lib/core/server/http/cookies'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Returns the token of `Authorization: Bearer`, with which cookies are ignored; undefined without one. */
export const bearerOf = (headers: Headers): string | undefined =>
  /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]

const rate = new RequestsPerMinute(ACCESS_KEY_REQUESTS_PER_MINUTE, 'This access key')

type KeyRow = typeof accessKeys.$inferSelect
type OwnerRow = typeof users.$inferSelect

/** Returns whether a key works, or why not. A key counts its owner's account as it is at that moment. */
export function accessKeyState(
  { revokedAt, expiresAt }: KeyRow,
  { disabledAt, issuer, signedInAt }: OwnerRow,
  now: Date,
): AccessKeyState {
  const at = now.toISOString()
  const since = new Date(now.getTime() - settings().CONSOLE_ACCESS_KEY_SIGN_IN_DAYS * DAY_MS).toISOString()
  if (revokedAt !== null) return 'revoked'
  if (expiresAt <= at) return 'expired'
  if (disabledAt !== null) return 'owner_disabled'
  // The provider says at a sign-in only that a person has left.
  return issuer !== null && (signedInAt === null || signedInAt < since) ? 'owner_absent' : 'works'
}

/** Why a key does not work, for the program that has it. */
const REFUSALS: Record<Exclude<AccessKeyState, 'works'>, string> = {
  revoked: 'This access key was revoked. Nothing was done. Make another one on the page Account.',
  expired: 'This access key has expired. Nothing was done. Make another one on the page Account.',
  owner_disabled: 'The account of this access key’s owner is disabled. Nothing was done. Ask an admin.',
  owner_absent:
    'The owner of this access key has not signed in to the console for too long. Nothing was done. When they sign in, it works again.',
}

/**
 * Returns the actor of a request with an access key: in the name of its owner, with the lower of both roles. Records the use.
 * @param peer the address of the client
 * @throws ProblemError `access_key_refused`, `too_many_attempts`
 */
export async function authenticateKey(
  db: Session,
  { token, peer }: { token: string; peer: string },
  now: Date,
): Promise<SignedInActor> {
  const [found] = await db
    .select()
    .from(accessKeys)
    .innerJoin(users, eq(users.id, accessKeys.userId))
    .where(eq(accessKeys.tokenHash, hashToken(token)))
  if (!found)
    throw problemError(
      'access_key_refused',
      'This is not an access key of this console. Nothing was done. Copy it again, or make one on the page Account. A proxy must not send an Authorization header of its own.',
    )
  const { access_keys: key, users: owner } = found
  const state = accessKeyState(key, owner, now)
  if (state !== 'works') throw problemError('access_key_refused', REFUSALS[state])
  const addresses = addressesOf(key)
  if (addresses.length > 0 && !isListed(peer, addresses))
    throw problemError('access_key_refused', `This access key does not work from ${peer}. Nothing was done.`)
  rate.count(key.id, now)
  if (key.usedAt === null || now.getTime() - Date.parse(key.usedAt) >= MINUTE_MS)
    await db.update(accessKeys).set({ usedAt: now.toISOString(), usedFrom: peer }).where(eq(accessKeys.id, key.id))
  return {
    userId: owner.id,
    name: accessKeyActorName(key.name, owner.email),
    role: lowerRole(accessKeyRole(key), owner.role),
    accessKey: key.id,
  }
}

/** Returns the highest role of a key's requests. A stored key with the role admin acts as agent. */
export const accessKeyRole = ({ role }: Pick<KeyRow, 'role'>): Role => lowerRole(role, 'agent')

/** Returns the addresses and networks that a key works from; none when it works from all. */
export const addressesOf = ({ addresses }: Pick<KeyRow, 'addresses'>): string[] =>
  addresses === '' ? [] : addresses.split(' ')

/** Revokes all keys of a user who is disabled or has a new password. They stay revoked. */
export async function revokeAccessKeysOf(tx: DatabaseTransaction, userId: string, now: Date): Promise<void> {
  await tx
    .update(accessKeys)
    .set({ revokedAt: now.toISOString() })
    .where(and(eq(accessKeys.userId, userId), isNull(accessKeys.revokedAt)))
}
