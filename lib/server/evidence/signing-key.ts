import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { asc, isNull, sql } from 'drizzle-orm'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { appendEntry, recordedTransaction } from '../audit/append-entry'
import { signingKeys } from '../store/schema'

interface SigningKey {
  /** 32 bytes, base64url. */
  publicKey: string
  privateKey: KeyObject
}

const ONE_IN_USE = isNull(signingKeys.replacedAt)

/** Returns the key that signs packs, made at first use: of several processes, all get the same one. */
export async function signingKey(db: Database): Promise<SigningKey> {
  return (await storedKey(db)) ?? (await insertKey(db))
}

async function storedKey(db: Pick<Database, 'select'>): Promise<SigningKey | null> {
  const { publicKey, privateKey } = signingKeys
  const [row] = await db.select({ publicKey, privateKey }).from(signingKeys).where(ONE_IN_USE)
  if (!row || row.privateKey === null) return null
  const der = { key: Buffer.from(row.privateKey, 'base64'), format: 'der', type: 'pkcs8' } as const
  return { publicKey: row.publicKey, privateKey: createPrivateKey(der) }
}

/** Inserts a new key, unless there is one; returns the one in use. */
async function insertKey(db: Pick<Database, 'insert' | 'select'>): Promise<SigningKey> {
  const made = generateKeyPairSync('ed25519')
  const { x } = made.publicKey.export({ format: 'jwk' })
  const privateKey = made.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  await db
    .insert(signingKeys)
    .values({ publicKey: String(x), privateKey, createdAt: sql`now()` })
    .onConflictDoNothing()
  const stored = await storedKey(db)
  if (stored === null) throw new Error('the key of evidence packs could not be stored')
  return stored
}

/** Who replaces a key, for the audit. */
interface Replacer {
  name: string
  role: string
  action: string
  requestId: string
  now: Date
}

/** Replaces the key by a new one, and deletes the private key; its public key stays listed. Records it in the audit. */
export function replaceKey(db: Database, by: Replacer): Promise<SigningKey> {
  return recordedTransaction(db, async (tx: DatabaseTransaction) => {
    const replaced = await tx
      .update(signingKeys)
      .set({ privateKey: null, replacedAt: sql`now()` })
      .where(ONE_IN_USE)
      .returning({ publicKey: signingKeys.publicKey })
    const key = await insertKey(tx)
    await appendEntry(tx, {
      at: by.now,
      actor: by.name,
      role: by.role,
      action: by.action,
      requestId: by.requestId,
      outcome: 'done',
      detail: { replaced: replaced[0]?.publicKey, publicKey: key.publicKey },
    })
    return key
  })
}

/** Returns the public keys, the oldest first, with the UTC instants between which each signed. */
export const publicKeys = (db: Database) => {
  const { publicKey, createdAt, replacedAt } = signingKeys
  return db.select({ publicKey, createdAt, replacedAt }).from(signingKeys).orderBy(asc(createdAt), asc(publicKey))
}

/** Returns the key for a text as `evidence key` prints it; null when it is none. */
export function publicKeyOf(text: string): KeyObject | null {
  if (!/^[\w-]{43}$/.test(text)) return null
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })
  } catch {
    return null
  }
}
