import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { type DatabaseContext, onConnection, preparedStatement } from '@/database/on-connection'
import type { Database } from '@/database/open-database'
import { endDemo } from './demo-mark'
import { apiKeys, merchants } from './store/schema'
import { invalidApiKey, missingApiKey, wrongKeyType } from './refusals'

export type ApiKeyType = (typeof apiKeys.type.enumValues)[number]
export type ApiKey = Omit<typeof apiKeys.$inferSelect, 'keyHash'>

const PREFIXES = { secret: 'sk_', publishable: 'pk_' } as const satisfies Record<ApiKeyType, string>

/** Returns the SHA-256 of a key in hex: the database stores nothing else of it. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest('hex')

const { keyHash: _, ...listed } = getTableColumns(apiKeys)

/**
 * Creates a key of 256 random bits for a merchant, and the merchant if it is new. Stores only the hash.
 * @param keepsDemo true for the key that `npm start` creates for its console; any other key ends the demo
 * @returns the key itself, which cannot be read again
 */
export async function createApiKey(
  db: Database,
  {
    merchantId,
    type,
    now,
    keepsDemo = false,
  }: { merchantId: string; type: ApiKeyType; now: string; keepsDemo?: boolean },
): Promise<string> {
  const key = PREFIXES[type] + randomBytes(32).toString('base64url')
  await db.transaction(async (tx) => {
    await tx.insert(merchants).values({ id: merchantId, createdAt: now }).onConflictDoNothing()
    if (!keepsDemo) await endDemo(tx, merchantId)
    await tx.insert(apiKeys).values({
      id: `key_${randomBytes(9).toString('base64url')}`,
      merchantId,
      type,
      keyHash: hashKey(key),
      hint: key.slice(-4),
      createdAt: now,
    })
  })
  return key
}

/** Lists all keys, or those of one merchant, oldest first; includes revoked keys. */
export function listApiKeys(db: Database, merchantId?: string): Promise<ApiKey[]> {
  return db
    .select(listed)
    .from(apiKeys)
    .where(merchantId === undefined ? undefined : eq(apiKeys.merchantId, merchantId))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id))
}

/** Returns false when the key does not exist or is already revoked. */
export async function revokeApiKey(db: Database, { id, now }: { id: string; now: string }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isValid = and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt))
    const [key] = await tx.select({ merchantId: apiKeys.merchantId }).from(apiKeys).where(isValid)
    if (!key) return false
    await endDemo(tx, key.merchantId)
    const revoked = await tx.update(apiKeys).set({ revokedAt: now }).where(isValid).returning({ id: apiKeys.id })
    return revoked.length > 0
  })
}

const keyByHash = preparedStatement('api_key_by_hash', (session, name) =>
  session
    .select({ merchantId: apiKeys.merchantId, type: apiKeys.type })
    .from(apiKeys)
    .where(and(eq(apiKeys.keyHash, sql.placeholder('keyHash')), isNull(apiKeys.revokedAt)))
    .prepare(name),
)

/** The condition that a row of `api_keys` is the valid secret key with the parameter `keyHash`. */
export const isSecretKey = and(
  eq(apiKeys.keyHash, sql.placeholder('keyHash')),
  eq(apiKeys.type, 'secret'),
  isNull(apiKeys.revokedAt),
)

/** Returns the merchant and type of a key; undefined when the key is unknown or revoked. */
export async function findApiKey(
  context: DatabaseContext,
  keyHash: string,
): Promise<{ merchantId: string; type: ApiKeyType } | undefined> {
  const [found] = await onConnection(context, (session) => keyByHash(session).execute({ keyHash }))
  return found
}

/**
 * Returns the hash of the key that the request sent.
 * @throws BillingError `missing_api_key` (gaps.md, Key missing)
 */
export function requireKeyHash(key: string | undefined): string {
  if (!key) throw missingApiKey()
  return hashKey(key)
}

/**
 * Returns the id of the merchant whose secret key the request sent (section 5).
 * @throws BillingError `invalid_api_key`, `wrong_key_type`
 */
export async function authenticate(context: DatabaseContext, keyHash: string): Promise<string> {
  const key = await findApiKey(context, keyHash)
  if (!key) throw invalidApiKey()
  if (key.type !== 'secret') throw wrongKeyType(key.type)
  return key.merchantId
}
