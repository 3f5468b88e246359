import { and, asc, eq, gt, gte, inArray, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { AlertData, AlertKind } from '@/contract/console/alert'
import type { DriftEntry } from '@/contract/console/status'
import type { DatabaseTransaction } from '@/database/open-database'
import { changeSourceOf, isOfSource } from '../changes/change-store'
import type { Environment } from '../environment'
import { hasId, isOwed, listedInvoice, type SeenObject, selectSeen } from '../object-index/seen-objects'
import { alertEvents } from '../store/alert-schema'
import { batches } from '../store/batch-schema'
import { forgettings, forgottenObjects, indexedDifferences, seenObjects, watchedObjects } from '../store/index-schema'
import { storableText, subscriptionChanges } from '../store/schema'

/** The most rows of each search; the next round goes on. */
const LIMIT = 500

/** What happened, and the key by which it is stored once. */
export type Found = Pick<typeof alertEvents.$inferInsert, 'key' | 'objectKind' | 'objectId'> & {
  kind: AlertKind
  data: AlertData
}

export interface Search {
  tx: DatabaseTransaction
  environment: Environment
  source: string
  /** Events up to this instant were found before. */
  since: string
  now: Date
  /** True when a search stopped at its limit. */
  isFull: boolean
}

/** Returns what happened since the last search, some of which may be stored already. */
export const searchEvents = async (search: Search, drift: readonly DriftEntry[]): Promise<Found[]> => [
  ...(await findChangedObjects(search)),
  ...(await findInvoiceStatuses(search)),
  ...(await findPastDue(search)),
  ...(await findChanges(search)),
  ...(await findBatches(search)),
  ...findDrift(drift, search.since),
]

/** Matches what has no event yet. */
const isNew = (source: string, key: SQL) => sql`not exists (
  select from ${alertEvents} as known where known.source = ${source} and known.key = ${key})`

/** Returns what the index knows of objects, by kind and ID. */
async function seenOf({ tx, source }: Search, ids: readonly string[]): Promise<Map<string, SeenObject>> {
  const seen = ids.length === 0 ? [] : await selectSeen(tx, source, hasId(ids))
  return new Map(seen.map((object) => [`${object.kind} ${object.id}`, object]))
}

const differences = indexedDifferences

/** Finds watched objects that changed. */
async function findChangedObjects(search: Search): Promise<Found[]> {
  const { tx, source, since } = search
  const { kind, id, field, before, after, seenAt } = differences
  const key = sql<string>`'object.changed:' || ${kind} || ':' || ${id} || ':' || ${seenAt}::text`
  const isWatched = sql`exists (
    select from ${watchedObjects} as watched where watched.source = ${differences.source}
      and watched.kind = ${kind} and watched.id = ${id} and watched.watched_at <= ${seenAt})`
  const rows = await tx
    .select({ key, kind, id, field, before, after })
    .from(differences)
    .where(and(eq(differences.source, source), gt(seenAt, since), isWatched, isNew(source, key)))
    .orderBy(asc(seenAt), asc(kind), asc(id), asc(field))
    .limit(LIMIT)
  search.isFull ||= rows.length === LIMIT
  const keys = [...new Set(rows.map((row) => row.key))]
  // The last one may lack fields.
  if (rows.length === LIMIT && keys.length > 1) keys.pop()
  const seen = await seenOf(
    search,
    rows.map((row) => row.id),
  )
  return keys.flatMap((wanted) => {
    const values = rows.filter((row) => row.key === wanted)
    const [first] = values
    if (!first) return []
    const object = seen.get(`${first.kind} ${first.id}`)
    const data: AlertData = {
      object: first.kind,
      id: first.id,
      ...(first.kind === 'invoice' && { number: object?.name ?? null }),
      customerId: object?.customerId ?? null,
      status: object?.status ?? null,
      changed: values.map((row) => row.field),
      values: values.map((row) => ({ field: row.field, before: row.before, after: row.after })),
    }
    return { key: wanted, kind: 'object.changed', objectKind: first.kind, objectId: first.id, data }
  })
}

/** Finds invoices whose status became overdue, or payment failed. */
async function findInvoiceStatuses(search: Search): Promise<Found[]> {
  const { tx, source, since } = search
  const { kind, id, field, after, seenAt } = differences
  const key = sql<string>`case when ${after} = 'overdue' then ${OVERDUE_KEY} || ${id}
    else 'invoice.payment_failed:' || ${id} || ':' || ${seenAt}::text end`
  const isStatus = and(eq(kind, 'invoice'), eq(field, 'status'), inArray(after, ['overdue', 'paymentFailed']))
  // A credit is never overdue, and an invoice may have been read as paid since.
  const isStillOwed = sql`exists (
    select from ${seenObjects} where ${seenObjects.source} = ${source} and ${seenObjects.kind} = 'invoice'
      and ${seenObjects.id} = ${id} and ${isOwed})`
  const rows = await tx
    .select({ key, id, after })
    .from(differences)
    .where(
      and(
        eq(differences.source, source),
        gt(seenAt, since),
        isStatus,
        or(eq(after, 'paymentFailed'), isStillOwed),
        isNew(source, key),
      ),
    )
    .orderBy(asc(seenAt), asc(id))
    .limit(LIMIT)
  search.isFull ||= rows.length === LIMIT
  const seen = await seenOf(
    search,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    key: row.key,
    kind: row.after === 'overdue' ? 'invoice.overdue' : 'invoice.payment_failed',
    ...ofInvoice(row.id, seen.get(`invoice ${row.id}`)),
  }))
}

/** An invoice becomes overdue once: by its status, or when its due day has passed. */
const OVERDUE_KEY = 'invoice.overdue:'

/** Finds invoices that are still owed on the day after they were due (UTC). */
async function findPastDue(search: Search): Promise<Found[]> {
  const { tx, source, since, now } = search
  const { kind, id, at } = seenObjects
  const [from, to] = [startOfDay(since), startOfDay(now.toISOString())]
  if (from >= to) return []
  const isPast = and(eq(kind, 'invoice'), isOwed, gte(at, from), lt(at, to))
  const rows = await selectSeen(tx, source, and(isPast, isNew(source, sql`${OVERDUE_KEY} || ${id}`)))
    .orderBy(asc(id))
    .limit(LIMIT)
  search.isFull ||= rows.length === LIMIT
  return rows.map((row) => ({ key: OVERDUE_KEY + row.id, kind: 'invoice.overdue', ...ofInvoice(row.id, row) }))
}

const startOfDay = (iso: string) => `${iso.slice(0, 10)}T00:00:00.000Z`

function ofInvoice(id: string, seen: SeenObject | undefined): Pick<Found, 'objectKind' | 'objectId' | 'data'> {
  const about = { objectKind: 'invoice', objectId: id } as const
  if (!seen) return { ...about, data: { object: 'invoice', id } }
  const { number, customerId, status, dueDate, total, owed, currency, asOf } = listedInvoice(seen)
  const toPay = owed ?? total
  // An incomplete total is words.
  const amount = toPay !== null && /^-?\d+(\.\d+)?$/.test(toPay) ? toPay : null
  return { ...about, data: { object: 'invoice', id, number, customerId, status, dueDate, asOf, amount, currency } }
}

/** Finds cancels and deletes that wait for a person: for an approval, or for a review. */
async function findChanges(search: Search): Promise<Found[]> {
  const { tx, source, since, environment } = search
  const { id, state, closedAt, changedAt, subscriptionId } = subscriptionChanges
  const isWaiting = or(eq(state, 'PROPOSED'), and(eq(state, 'NEEDS_REVIEW'), isNull(closedAt)))
  const isUnknown = isNew(source, sql`'change:' || ${id} || ':' || ${state}`)
  // Its event was deleted with its customer.
  const isForgotten = sql`exists (
    select from ${forgettings} as forgetting where forgetting.at >= ${changedAt} and (forgetting.is_everything or exists (
      select from ${forgottenObjects} as forgotten where forgotten.number = forgetting.number
        and forgotten.hash = hashtextextended(('subscription:' || ${subscriptionId}) collate "C", 0))))`
  const rows = await tx
    .select()
    .from(subscriptionChanges)
    .where(and(isOfSource(changeSourceOf(environment)), isWaiting, gt(changedAt, since), isUnknown, not(isForgotten)))
    .orderBy(asc(changedAt), asc(id))
    .limit(LIMIT)
  search.isFull ||= rows.length === LIMIT
  const seen = await seenOf(
    search,
    rows.map((row) => row.subscriptionId),
  )
  return rows.map((row) => ({
    key: `change:${row.id}:${row.state}`,
    kind: row.state === 'PROPOSED' ? 'change.proposed' : 'change.needs_review',
    objectKind: 'subscription',
    objectId: row.subscriptionId,
    data: {
      object: 'subscription',
      id: row.subscriptionId,
      changeId: row.id,
      customerId: seen.get(`subscription ${row.subscriptionId}`)?.customerId ?? null,
      action: row.action,
      expiresAt: row.expiresAt,
      person: row.actor,
      reason: storableText(row.reason),
    },
  }))
}

/** Finds batches that wait for an approval, once for each time that they were proposed. */
async function findBatches(search: Search): Promise<Found[]> {
  const { tx, source, since } = search
  const { id, state, action, owner, reason, proposedAt, expiresAt } = batches
  const key = sql<string>`'batch.proposed:' || ${id} || ':' || ${proposedAt}::text`
  const isProposed = and(eq(batches.source, source), eq(state, 'proposed'), gt(proposedAt, since))
  const rows = await tx
    .select({ key, id, action, owner, reason, expiresAt })
    .from(batches)
    .where(and(isProposed, isNew(source, key)))
    .orderBy(asc(proposedAt), asc(id))
    .limit(LIMIT)
  search.isFull ||= rows.length === LIMIT
  return rows.map((row) => ({
    key: row.key,
    kind: 'change.proposed',
    objectKind: null,
    objectId: null,
    data: {
      batchId: row.id,
      action: row.action,
      expiresAt: row.expiresAt,
      person: row.owner,
      reason: storableText(row.reason ?? ''),
    },
  }))
}

/** Returns the differences from the interface document that a process has met since then, one for each field and kind. */
const findDrift = (entries: readonly DriftEntry[], since: string): Found[] =>
  entries
    .filter(({ firstSeenAt }) => firstSeenAt > since)
    .map(({ resource, field: path, kind: difference }) => {
      const field = storableText(path).slice(0, MAX_FIELD_CHARS)
      const data = { resource, field, difference }
      const key = `api.drift:${resource}:${difference}:${field}`
      return { key, kind: 'api.drift', objectKind: null, objectId: null, data }
    })

const MAX_FIELD_CHARS = 200
