import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { consoleStore } from '../store/console-store'
import { IS_OPEN, writeOperations } from '../store/schema'
import { isDead, THIS_PROCESS } from './holder'
import type { WriteRow } from './write-row'

interface Claim {
  /** The billing API's address. */
  billingApi: string
  now: Date
  holdMs: number
  limit: number
}

/**
 * Takes writes that are due, for this process alone: what is to be read again now, and what another process held and let
 * go of without a word.
 */
export async function claimWrites({ billingApi, now, holdMs, limit }: Claim): Promise<WriteRow[]> {
  const db = await consoleStore()
  const at = now.toISOString()
  const { state, nextCheckAt, heldUntil } = writeOperations
  const isFree = or(isNull(heldUntil), lte(heldUntil, at))
  const isDue = or(
    and(inArray(state, ['PREPARED', 'SENT']), lte(heldUntil, at)),
    and(inArray(state, ['ACCEPTED', 'UNKNOWN']), lte(nextCheckAt, at)),
  )
  const due = db
    .select({ id: writeOperations.id })
    .from(writeOperations)
    .where(and(IS_OPEN, eq(writeOperations.billingApi, billingApi), isFree, isDue))
    .orderBy(asc(writeOperations.createdAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(writeOperations)
    .set({
      holder: THIS_PROCESS,
      heldUntil: new Date(now.getTime() + holdMs).toISOString(),
      revision: sql`${writeOperations.revision} + 1`,
    })
    .where(inArray(writeOperations.id, due))
    .returning()
}

/** At a start: lets go of what processes held that have died, so that nobody waits for them. */
export async function releaseOfTheDead(now: Date): Promise<void> {
  const db = await consoleStore()
  const { holder } = writeOperations
  const holders = await db.selectDistinct({ holder }).from(writeOperations).where(IS_OPEN)
  const dead = holders.flatMap(({ holder: name }) => (name !== null && isDead(name) ? [name] : []))
  if (dead.length === 0) return
  await db
    .update(writeOperations)
    .set({ heldUntil: now.toISOString() })
    .where(and(IS_OPEN, inArray(holder, dead)))
}
