import { desc, eq, inArray, lt, or } from 'drizzle-orm'
import type { Database } from '@/database/open-database'
import { pendingSignIns } from '../../store/schema'
import { hashToken } from '../token'

/** A sign-in at the provider must be back after this. */
export const PENDING_MS = 10 * 60_000
/** Anybody can begin one: of more than this the oldest go. */
const MOST_PENDING = 5_000

/** A sign-in on its way through the OpenID provider. */
export interface PendingSignIn {
  nonce: string
  codeVerifier: string
  /** A path of the console. */
  next: string
  /** Who must prove again who they are; null for a sign-in. */
  userId: string | null
  /** Of the token that binds it to a browser. */
  browserHash: string
}

/** Keeps a sign-in that begins until it comes back with its state. */
export async function keepPendingSignIn(
  db: Database,
  { state, now, ...pending }: PendingSignIn & { state: string; now: Date },
): Promise<void> {
  const { createdAt, stateHash } = pendingSignIns
  await db.insert(pendingSignIns).values({ stateHash: hashToken(state), createdAt: now.toISOString(), ...pending })
  const surplus = db.select({ stateHash }).from(pendingSignIns).orderBy(desc(createdAt)).offset(MOST_PENDING)
  await db.delete(pendingSignIns).where(or(lt(createdAt, oldest(now)), inArray(stateHash, surplus)))
}

/** The sign-in that began with a state, which is good for this one time; undefined where there is none, or no longer. */
export async function takePendingSignIn(db: Database, state: string, now: Date): Promise<PendingSignIn | undefined> {
  const [row] = await db
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.stateHash, hashToken(state)))
    .returning()
  return row && row.createdAt >= oldest(now) ? row : undefined
}

const oldest = (now: Date) => new Date(now.getTime() - PENDING_MS).toISOString()
