import { desc, eq, inArray, lt, or } from 'drizzle-orm'
import type { Database } from '@/database/open-database'
import { pendingSignIns } from '../../store/schema'
import { hashToken } from '../token'

/** A pending sign-in expires after this long. */
export const PENDING_MS = 10 * 60_000
/** Strangers can start sign-ins, so the oldest beyond this number are deleted. */
const MAX_PENDING = 5_000

/** A sign-in that was started and has not returned from the OpenID provider. */
export interface PendingSignIn {
  nonce: string
  codeVerifier: string
  /** The path of the console to redirect to. */
  next: string
  /** The user who must authenticate again; null for a sign-in. */
  userId: string | null
  /** The hash of the token that binds the sign-in to a browser. */
  browserHash: string
}

/** Stores a pending sign-in under its state. */
export async function keepPendingSignIn(
  db: Database,
  { state, now, ...pending }: PendingSignIn & { state: string; now: Date },
): Promise<void> {
  const { createdAt, stateHash } = pendingSignIns
  await db.insert(pendingSignIns).values({ stateHash: hashToken(state), createdAt: now.toISOString(), ...pending })
  const surplus = db.select({ stateHash }).from(pendingSignIns).orderBy(desc(createdAt)).offset(MAX_PENDING)
  await db.delete(pendingSignIns).where(or(lt(createdAt, oldest(now)), inArray(stateHash, surplus)))
}

/** Removes and returns the pending sign-in of a state; undefined when it is unknown, used or expired. */
export async function takePendingSignIn(db: Database, state: string, now: Date): Promise<PendingSignIn | undefined> {
  const [row] = await db
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.stateHash, hashToken(state)))
    .returning()
  return row && row.createdAt >= oldest(now) ? row : undefined
}

const oldest = (now: Date) => new Date(now.getTime() - PENDING_MS).toISOString()
