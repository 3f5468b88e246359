import { randomUUID } from 'node:crypto'
import { and, eq, inArray, ne, or } from 'drizzle-orm'
import { ACTIVITY_FILTERS } from '@/contract/console/activity'
import { VIEW_QUERIES } from '@/contract/console/inputs'
import type { ConsoleInput, ConsoleOperationName } from '@/contract/console/operations'
import { ACTIVITY_SCOPES } from '@/contract/console/roles'
import {
  MAX_SHARED_VIEWS,
  MAX_VIEWS,
  type SavedView,
  type SavedViews,
  VIEW_LISTS,
  type ViewList,
  type ViewQuery,
  type ViewsChanged,
} from '@/contract/console/views'
import type { Session } from '@/database/on-connection'
import type { DatabaseTransaction } from '@/database/open-database'
import { isSignedIn, userKey } from '../actor'
import { appendEntry, lockAudit, transactionWithin } from '../audit/append-entry'
import { areForgotten } from '../object-index/forget-fence'
import { readList } from '../object-index/seen-objects'
import { linkId } from '../object-index/seen-rows'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { consoleStore } from '../store/console-store'
import { savedViews } from '../store/view-schema'

type ViewRow = typeof savedViews.$inferSelect

/** Returns the user's views and those that others share, as far as the user's role has the filters. @throws ProblemError `store_unavailable` */
export async function listViews(context: OperationContext): Promise<SavedViews> {
  return { views: await readList(context.signal, (db) => selectViews(db, context)) }
}

async function selectViews(db: Session | DatabaseTransaction, context: OperationContext): Promise<SavedView[]> {
  const rows = await db
    .select()
    .from(savedViews)
    .where(isVisible(context))
    .limit(MAX_VIEWS + MAX_SHARED_VIEWS)
  return rows
    .map((row) => viewOf(row, context))
    .filter((view) => isOffered(view, context))
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.id.localeCompare(other.id))
}

/** Matches the views that the user may see. A list of a later version is unknown here. */
const isVisible = ({ environment, actor }: OperationContext) =>
  and(
    eq(savedViews.source, environment.index.source),
    inArray(savedViews.list, [...VIEW_LISTS]),
    or(eq(savedViews.user, userKey(actor)), savedViews.isShared),
  )

const viewOf = (
  { id, list, name, query, isShared, savedAt, owner, user }: ViewRow,
  { actor }: OperationContext,
): SavedView => {
  const isMine = user === userKey(actor)
  return {
    id,
    list,
    name,
    query: fittingQuery(list, query),
    isShared,
    savedAt,
    owner,
    isMine,
    canChange: isMine || actor.role === 'admin',
  }
}

/** Returns the query as the list reads it, with its defaults; null when it does not fit the list. */
function fittingQuery(list: ViewList, query: ViewQuery): ViewQuery | null {
  const { data } = VIEW_QUERIES[list].safeParse(query)
  if (data === undefined) return null
  return Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** False for a view of the activity with a filter that the user's role may not use. */
function isOffered({ list, query, isMine }: SavedView, { actor }: OperationContext): boolean {
  if (list !== 'activity' || query === null || isMine || !isSignedIn(actor)) return true
  const offered: readonly string[] = ACTIVITY_FILTERS[ACTIVITY_SCOPES[actor.role]]
  return Object.keys(query).every((name) => offered.includes(name))
}

/**
 * Saves a view of the user.
 * @throws ProblemError `invalid_request` for filters that do not fit the list, `name_taken`, `too_many_views`, `store_unavailable`
 */
export function saveView(context: OperationContext, input: ConsoleInput<'saveView'>): Promise<ViewsChanged> {
  return writeViews(context, 'saveView', input, async (tx) => {
    const { source } = context.environment.index
    const user = userKey(context.actor)
    const owned = await tx.$count(savedViews, and(eq(savedViews.source, source), eq(savedViews.user, user)))
    if (owned >= MAX_VIEWS)
      throw problemError(
        'too_many_views',
        `Not saved: you have ${MAX_VIEWS} views, which is the most. Delete one first.`,
      )
    const { list, name, isShared } = input
    const row: ViewRow = {
      id: `view_${randomUUID()}`,
      source,
      user,
      owner: context.actor.name,
      list,
      name,
      query: queryToStore(list, input.query),
      isShared,
      savedAt: context.now().toISOString(),
    }
    await requireFreeName(tx, row)
    if (isShared) await requireRoomToShare(tx, source)
    await tx.insert(savedViews).values(row)
    return { view: name, list, shared: yesOrNo(isShared) }
  })
}

/**
 * Renames or shares a view, or gives it other filters.
 * @throws ProblemError `not_found`, `not_allowed` for the view of another person, `invalid_request` when it is not as the user saw it,
 * and as `saveView`
 */
export function changeView(
  context: OperationContext,
  { viewId, savedAt: seen, ...input }: ConsoleInput<'changeView'>,
): Promise<ViewsChanged> {
  return writeViews(context, 'changeView', input, async (tx) => {
    const before = await requireOwn(tx, context, viewId)
    if (seen !== undefined && seen !== before.savedAt)
      throw problemError(
        'invalid_request',
        'Not saved: this view was changed meanwhile. Close this form and change the view again.',
      )
    const { name = before.name, isShared = before.isShared } = input
    const query = input.query === undefined ? before.query : queryToStore(before.list, input.query)
    if (name !== before.name) await requireFreeName(tx, { ...before, name })
    if (isShared && !before.isShared) await requireRoomToShare(tx, before.source)
    const savedAt = context.now().toISOString()
    await tx.update(savedViews).set({ name, isShared, query, savedAt }).where(eq(savedViews.id, viewId))
    return {
      view: name,
      list: before.list,
      ...(name !== before.name && { before: before.name }),
      ...(isShared !== before.isShared && { shared: yesOrNo(isShared) }),
      ...(input.query !== undefined && { filters: 'changed' }),
    }
  })
}

/** Deletes a view. @throws ProblemError `not_found`, `not_allowed` for the view of another person, `store_unavailable` */
export function deleteView(context: OperationContext, { viewId }: ConsoleInput<'deleteView'>): Promise<ViewsChanged> {
  return writeViews(context, 'deleteView', {}, async (tx) => {
    const { name, list, isShared } = await requireOwn(tx, context, viewId)
    await tx.delete(savedViews).where(eq(savedViews.id, viewId))
    return { view: name, list, shared: yesOrNo(isShared) }
  })
}

const TIMEOUT_MS = 10_000

/**
 * Runs a change of views, one at a time, with its audit entry. A request that started before a customer was forgotten does not write
 * that customer's ID again. The entry has no filters: it could not be forgotten.
 * @param change returns the detail of the entry
 */
async function writeViews(
  context: OperationContext,
  action: ConsoleOperationName,
  written: { name?: string | undefined; query?: ViewQuery | undefined },
  change: (tx: DatabaseTransaction) => Promise<object>,
): Promise<ViewsChanged> {
  const { actor, now, requestId, environment } = context
  const readStart = context.readStart ?? environment.index.startRead()
  const db = await consoleStore()
  return transactionWithin(db, TIMEOUT_MS, async (tx) => {
    const [isForgotten] = await areForgotten(tx, [{ readStart, names: namesIn(written) }])
    if (isForgotten === true)
      throw problemError(
        'invalid_request',
        'Nothing was changed: an admin has just forgotten the customer in this view.',
      )
    // The same order of locks as forgetting.
    await lockAudit(tx)
    const detail = await change(tx)
    await appendEntry(tx, {
      at: now(),
      actor: actor.name,
      role: actor.role,
      action,
      requestId,
      outcome: 'done',
      detail,
    })
    return { accepted: true, views: await selectViews(tx, context) }
  })
}

/** Returns the objects that a view may name, as the fence names them. */
function namesIn({ name = '', query = {} }: { name?: string | undefined; query?: ViewQuery | undefined }): string[] {
  const texts = [name, query['text'], query['objectId']].filter((text) => text !== undefined)
  const ids = new Set(texts.flatMap((text) => [text.trim(), ...text.split(/\s+/)]))
  return [...ids].flatMap((id) => [linkId('customer', id), linkId('subscription', id), linkId('invoice', id)])
}

/** Returns a view that the user may change. @throws ProblemError `not_found`, `not_allowed` */
async function requireOwn(tx: DatabaseTransaction, context: OperationContext, id: string): Promise<ViewRow> {
  const [row] = await tx
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.id, id), isVisible(context)))
  if (row && viewOf(row, context).canChange) return row
  if (row) throw problemError('not_allowed', `Nothing was changed: ${row.owner} or an admin can change this view.`)
  throw problemError('not_found', 'Nothing was changed: this view was deleted, or is not shared any more.')
}

/** @throws ProblemError `invalid_request` */
function queryToStore(list: ViewList, query: ViewQuery): ViewQuery {
  const fitting = fittingQuery(list, query)
  if (fitting) return fitting
  throw problemError(
    'invalid_request',
    'Not saved: these filters do not fit the list. Clear the filters and try again.',
  )
}

/** @throws ProblemError `name_taken` */
async function requireFreeName(tx: DatabaseTransaction, { id, source, user, list, name }: ViewRow): Promise<void> {
  const { id: otherId, ...columns } = savedViews
  const isSame = and(eq(columns.source, source), eq(columns.user, user), eq(columns.list, list), eq(columns.name, name))
  if ((await tx.$count(savedViews, and(isSame, ne(otherId, id)))) > 0)
    throw problemError('name_taken', `Not saved: “${name}” is the name of another view of this list. Choose another.`)
}

/** @throws ProblemError `too_many_views` */
async function requireRoomToShare(tx: DatabaseTransaction, source: string): Promise<void> {
  if ((await tx.$count(savedViews, and(eq(savedViews.source, source), savedViews.isShared))) >= MAX_SHARED_VIEWS)
    throw problemError(
      'too_many_views',
      `Not saved: people share ${MAX_SHARED_VIEWS} views, which is the most. Save it without sharing.`,
    )
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')
