import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { ConsoleInput } from '@/contract/console/operations'
import { MAX_WATCHED, type WatchChanged, type WatchedList } from '@/contract/console/indexed-objects'
import type { Database } from '@/database/open-database'
import { userKey } from '../actor'
import type { OperationContext } from '../operation-context'
import { areForgotten } from '../object-index/forget-fence'
import { foundObject, seenByIds } from '../object-index/seen-objects'
import { linkId } from '../object-index/seen-rows'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'
import { watchedObjects } from '../store/index-schema'

/** Returns the objects that the user watches, newest first. */
export async function listWatched(context: OperationContext): Promise<WatchedList> {
  return selectWatched(await consoleStore(), context)
}

/**
 * Starts or stops watching an object, and returns all that the user watches.
 * @throws ProblemError `too_many_watched`
 */
export async function watchObject(
  context: OperationContext,
  { kind, id, isWatched }: ConsoleInput<'watchObject'>,
): Promise<WatchChanged> {
  const db = await consoleStore()
  const { source } = context.environment.index
  const user = userKey(context.actor)
  const ofUser = and(eq(watchedObjects.source, source), eq(watchedObjects.user, user))
  const isObject = and(eq(watchedObjects.kind, kind), eq(watchedObjects.id, id))
  if (isWatched) {
    const [watched] = await db
      .select({ count: count() })
      .from(watchedObjects)
      .where(and(ofUser, sql`not (${isObject})`))
    if ((watched?.count ?? 0) >= MAX_WATCHED) throw problemError('too_many_watched', TOO_MANY)
    const now = context.now().toISOString()
    // The page that it is watched from has just read it.
    const row = { source, user, kind, id, watchedAt: now, readAt: now }
    const readStart = context.readStart ?? context.environment.index.startRead()
    await db.transaction(async (tx) => {
      const [isForgotten] = await areForgotten(tx, [{ readStart, names: [linkId(kind, id)] }])
      if (isForgotten === false) await tx.insert(watchedObjects).values(row).onConflictDoNothing()
    })
  } else {
    await db.delete(watchedObjects).where(and(ofUser, isObject))
  }
  return { accepted: true, ...(await selectWatched(db, context)) }
}

const TOO_MANY = `Nothing was changed: you watch ${MAX_WATCHED} objects, which is the most. Stop watching one first.`

async function selectWatched(db: Database, context: OperationContext): Promise<WatchedList> {
  const { source, user, kind, id, watchedAt } = watchedObjects
  const ofSource = context.environment.index.source
  const rows = await db
    .select({ kind, id })
    .from(watchedObjects)
    .where(and(eq(source, ofSource), eq(user, userKey(context.actor))))
    .orderBy(desc(watchedAt), kind, id)
  const seen = (await seenByIds(db, ofSource, rows)).map(foundObject)
  return {
    watched: rows.map((row) => ({
      ...row,
      seen: seen.find((object) => object.kind === row.kind && object.id === row.id) ?? null,
    })),
  }
}
