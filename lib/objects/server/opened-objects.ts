import { and, desc, eq, lt } from 'drizzle-orm'
import type { FindHit } from '@/lib/find/find-result'
import { MAX_OPENED, type OpenedList } from '../indexed-objects'
import { onConnection } from '@/database/on-connection'
import { userKey } from '@/lib/core/server/actor'
import { log } from '@/lib/core/server/log'
import { forgottenWrites } from './forget-fence'
import { foundObject, seenByIds } from './seen-objects'
import { linkId } from './seen-rows'
import type { OperationContext } from '@/lib/core/server/operation-context'
import { consoleStore, readWithin } from '@/lib/store/console-store'
import { openedObjects } from '@/lib/store/index-schema'
import { z } from 'zod'
import { operation, writeOperation } from '@/lib/core/server/operation'
import { unrecordedWrite } from '@/lib/core/server/store-write'

/** More than are listed: wrong IDs are noted too, and the list leaves them out. */
const MAX_KEPT = 100
/** A page waits no longer for it. */
const NOTE_TIMEOUT_MS = 1_000
const LIST_TIMEOUT_MS = 3_000

/**
 * Notes that the user opens the page of an object, unless the object was forgotten after the page's `readStart`. A store that fails or hangs never fails
 * the page.
 */
export async function noteOpened(context: OperationContext, { kind, id }: Pick<FindHit, 'kind' | 'id'>): Promise<void> {
  const openedAt = context.now().toISOString()
  const { index } = context.environment
  const { readStart = index.startRead() } = context
  const row = { source: index.source, user: userKey(context.actor), kind, id, openedAt }
  try {
    const signal = AbortSignal.timeout(NOTE_TIMEOUT_MS)
    await onConnection({ db: await consoleStore(), signal }, async (db) => {
      const isRow = and(isMine(context), eq(openedObjects.kind, kind), eq(openedObjects.id, id))
      const known = await db.update(openedObjects).set({ openedAt }).where(isRow).returning({ id: openedObjects.id })
      // A forgetting deletes the row before or after that, so only a new row needs its fence.
      if (known.length > 0) return
      const { source, user } = openedObjects
      await db.transaction(async (tx) => {
        const forgotten = await forgottenWrites(tx, [{ readStart, names: [linkId(kind, id)] }])
        if (forgotten.length > 0) return
        await tx
          .insert(openedObjects)
          .values(row)
          .onConflictDoUpdate({ target: [source, user, openedObjects.kind, openedObjects.id], set: { openedAt } })
      })
      const [last] = await db
        .select({ openedAt: openedObjects.openedAt })
        .from(openedObjects)
        .where(isMine(context))
        .orderBy(desc(openedObjects.openedAt))
        .offset(MAX_KEPT - 1)
        .limit(1)
      if (last) await db.delete(openedObjects).where(and(isMine(context), lt(openedObjects.openedAt, last.openedAt)))
    })
  } catch (error) {
    log().warn({ event: 'opened', err: error }, 'what a user opened could not be noted')
  }
}

/**
 * Returns what the user opened last, newest first, each with its last response.
 * @throws ProblemError `store_unavailable` after three and a half seconds
 */
export const listOpened = operation('listOpened', {
  input: z.strictObject({}),
  async run(context): Promise<OpenedList> {
    const { index } = context.environment
    // A page that has just been read shows its new state. Waits before it takes a connection, which the writes need too.
    await index.writtenSoon()
    return readWithin({ signal: context.signal, ms: LIST_TIMEOUT_MS, tooSlow: TOO_SLOW }, async (db) => {
      const rows = await db
        .select({ kind: openedObjects.kind, id: openedObjects.id, openedAt: openedObjects.openedAt })
        .from(openedObjects)
        .where(isMine(context))
        .orderBy(desc(openedObjects.openedAt), openedObjects.kind, openedObjects.id)
        .limit(MAX_KEPT)
      const seen = (await seenByIds(db, index.source, rows)).slice(0, MAX_OPENED)
      const openedAt = new Map(rows.map((row) => [linkId(row.kind, row.id), row.openedAt]))
      return {
        opened: seen.map((object) => ({
          ...foundObject(object),
          openedAt: openedAt.get(linkId(object.kind, object.id)) ?? object.asOf,
        })),
      }
    })
  },
})

const TOO_SLOW = 'What you opened could not be read in time. Nothing was changed. Try again in a moment.'

/** Forgets what the user opened. */
export const forgetOpened = writeOperation('forgetOpened', {
  input: z.strictObject({}),
  write: (context) =>
    unrecordedWrite(
      async (tx) => tx.delete(openedObjects).where(isMine(context)),
      () => ({ accepted: true }),
    ),
})

const isMine = ({ actor, environment }: OperationContext) =>
  and(eq(openedObjects.source, environment.index.source), eq(openedObjects.user, userKey(actor)))
