import { randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, gt, lte, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FindHit } from '@/contract/console/find'
import type { ConsoleInput } from '@/contract/console/operations'
import { ProblemError } from '@/contract/console/problem-error'
import { MAX_WATCHED, type WatchChanged, type WatchedList } from '@/contract/console/indexed-objects'
import type { Database } from '@/database/open-database'
import { userKey } from '../actor'
import type { Environment } from '../environment'
import { getInvoice } from '../invoices/get-invoice'
import { listTransactions } from '../ledger/list-transactions'
import { every } from '../every'
import { areForgotten } from '../object-index/forget-fence'
import { foundObject, seenByIds } from '../object-index/seen-objects'
import { linkId } from '../object-index/seen-rows'
import type { OperationContext, ReadContext } from '../operation-context'
import { problemError } from '../problem'
import { settings } from '../settings'
import { consoleStore } from '../store/console-store'
import { watchedObjects } from '../store/index-schema'
import { getSubscription } from '../subscriptions/get-subscription'

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

/** One read a second, of all users and all processes on the store. */
const EVERY_MS = 1_000
/** The advisory lock of the claims of all processes. */
const WATCH_LOCK = 4_211_979
/** The newest entries tell the state of a ledger. */
const NEWEST = { page: 1, pageSize: 20, order: 'desc' } as const

/** Reads one watched object again that is due, so that the index notes what changed. @returns its ID; null when none was due */
export async function rereadOne(
  environment: Environment,
  afterMs: number,
  now: Date,
  signal?: AbortSignal,
): Promise<string | null> {
  if (environment.billing.breakers().reads === 'open') return null
  const readStart = environment.index.startRead()
  const due = await claimDue(environment.index.source, afterMs, now)
  if (due === null) return null
  try {
    await read({ environment, readStart, requestId: randomUUID(), signal }, due)
  } catch (error) {
    // The index marks an object that is gone. Other failures show on the status page; the object is read again when it is next due.
    if (!(error instanceof ProblemError)) throw error
  }
  return due.id
}

/** Claims the object that was read the longest ago. */
async function claimDue(
  source: string,
  afterMs: number,
  now: Date,
): Promise<{ kind: FindHit['kind']; id: string } | null> {
  const db = await consoleStore()
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  return db.transaction(async (tx) => {
    // One claim at a time, or two processes would read in the same second.
    await tx.execute(sql`select pg_advisory_xact_lock(${WATCH_LOCK})`)
    const recent = alias(watchedObjects, 'recent')
    const isJustRead = tx
      .select({ one: sql`1` })
      .from(recent)
      .where(and(gt(recent.readAt, before(EVERY_MS)), lte(recent.readAt, before(0))))
    const [row] = await tx
      .select({ kind: watchedObjects.kind, id: watchedObjects.id })
      .from(watchedObjects)
      .where(and(eq(watchedObjects.source, source), lte(watchedObjects.readAt, before(afterMs)), notExists(isJustRead)))
      .orderBy(asc(watchedObjects.readAt))
      .limit(1)
    if (!row) return null
    const isSame = and(
      eq(watchedObjects.source, source),
      eq(watchedObjects.kind, row.kind),
      eq(watchedObjects.id, row.id),
    )
    await tx.update(watchedObjects).set({ readAt: now.toISOString() }).where(isSame)
    return row
  })
}

async function read(context: ReadContext, { kind, id }: { kind: FindHit['kind']; id: string }): Promise<void> {
  if (kind === 'subscription') await getSubscription(context, { id })
  else if (kind === 'invoice') await getInvoice(context, { invoiceId: id })
  else await listTransactions(context, { externalId: id, ...NEWEST })
}

/** Reads watched objects again, by the settings. @returns stops it (`every`), and breaks off a read under way */
export function startRereading(environment: Environment): () => Promise<void> {
  const afterMs = settings().CONSOLE_WATCH_MINUTES * 60_000
  const failure = 'watched objects could not be read again'
  return every({ everyMs: EVERY_MS, event: 'watch', failure }, async (signal) => {
    await rereadOne(environment, afterMs, new Date(), signal)
  })
}
