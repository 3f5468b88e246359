import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, notInArray } from 'drizzle-orm'
import { type BatchChanged, MAX_BATCH, MAX_OPEN_BATCHES } from '@/contract/console/batches'
import type { ConsoleInput } from '@/contract/console/operations'
import type { DatabaseTransaction } from '@/database/open-database'
import { userKey } from '../actor'
import { recordedTransaction } from '../audit/append-entry'
import { selectIds, selectSubscriptions } from '../object-index/list-objects'
import type { OperationContext } from '../operation-context'
import { problemError } from '../problem'
import { batches, batchRows } from '../store/batch-schema'
import { consoleStore } from '../store/console-store'
import { completeProposal, findBatch, recordStep, requireAction } from './batch-store'
import { batchOf, MAX_KEPT, MAX_OPEN, OPEN_STATES, type StoredBatch } from './read-batches'

/**
 * Makes a batch, whose preview is then read in the background. An ID that is in the list twice is in it once.
 * @throws ProblemError `too_many_batches`, `not_allowed`, `invalid_request` for an empty or too long list
 */
export async function startBatch(context: OperationContext, input: ConsoleInput<'startBatch'>): Promise<BatchChanged> {
  const { actor, environment } = context
  requireAction(context, input)
  const ids = [...new Set(await idsOf(context, input))]
  if (ids.length === 0) throw problemError('invalid_request', 'The list is empty. Nothing was read.')
  if (ids.length > MAX_BATCH)
    throw problemError('invalid_request', `A batch takes up to ${MAX_BATCH} subscriptions. Use a filter.`)
  const id = `bat_${randomUUID()}`
  const { source } = environment.index
  await recordedTransaction(await consoleStore(), async (tx) => {
    const now = await environment.storeClock.storeNow(tx)
    await admitBatch(tx, context)
    await deleteOldBatches(tx, source, userKey(actor))
    await tx.insert(batches).values({
      id,
      source,
      action: input.action,
      state: 'reading',
      user: userKey(actor),
      owner: actor.name,
      role: actor.role,
      createdAt: now.toISOString(),
    })
    await tx
      .insert(batchRows)
      .values(ids.map((each, nth) => ({ batchId: id, position: nth + 1, id: each, attempts: 0, mayDelete: false })))
    await recordStep(tx, context, { action: 'startBatch', at: now, detail: { batchId: id, rows: ids.length } })
  })
  return { accepted: true, batch: await batchOf(context, id) }
}

function idsOf(context: OperationContext, { ids, subscriptions }: ConsoleInput<'startBatch'>) {
  if (subscriptions === undefined) return ids ?? []
  const selection = selectSubscriptions(context, subscriptions)
  return selectIds(context.signal, selection, { order: subscriptions.order, limit: MAX_BATCH + 1 })
}

/** Call it after the audit is locked, so that concurrent requests count each other. @throws ProblemError `too_many_batches` */
async function admitBatch(tx: DatabaseTransaction, { environment, actor }: OperationContext): Promise<void> {
  const isOpen = and(eq(batches.source, environment.index.source), inArray(batches.state, [...OPEN_STATES]))
  if ((await tx.$count(batches, and(isOpen, eq(batches.user, userKey(actor))))) >= MAX_OPEN_BATCHES)
    throw problemError(
      'too_many_batches',
      `Nothing was started: you have ${MAX_OPEN_BATCHES} open batches. Stop or withdraw one first.`,
    )
  if ((await tx.$count(batches, isOpen)) >= MAX_OPEN)
    throw problemError(
      'too_many_batches',
      `Nothing was started: your team has ${MAX_OPEN} open batches. Ask an admin to stop or decline one.`,
    )
}

/** Deletes all but a person's newest ended batches. Each person has an own limit, so that one can't delete the batches of others. */
async function deleteOldBatches(tx: DatabaseTransaction, source: string, user: string): Promise<void> {
  const isTheirs = and(eq(batches.source, source), eq(batches.user, user))
  const isOver = and(isTheirs, notInArray(batches.state, [...OPEN_STATES]))
  const newest = tx
    .select({ id: batches.id })
    .from(batches)
    .where(isOver)
    .orderBy(desc(batches.createdAt), batches.id)
    .limit(MAX_KEPT - 1)
  await tx.delete(batches).where(and(isOver, notInArray(batches.id, newest)))
}

/**
 * Stops a batch before its next row, or reads the preview of one that was not approved again.
 * @throws ProblemError `not_found`, `not_allowed` for the batch of another person, `too_many_batches`
 */
export async function changeBatch(
  context: OperationContext,
  { batchId, to }: ConsoleInput<'changeBatch'>,
): Promise<BatchChanged> {
  const { owner, isMine, canStop } = await batchOf(context, batchId)
  if (!(to === 'stop' ? canStop : isMine))
    throw problemError('not_allowed', `Nothing was changed: ${owner} made this batch.`)
  const { environment } = context
  await recordedTransaction(await consoleStore(), async (tx) => {
    const now = await environment.storeClock.storeNow(tx)
    const batch = await findBatch(tx, context, batchId)
    const set = (values: Partial<StoredBatch>) => tx.update(batches).set(values).where(eq(batches.id, batchId))
    if (!(to === 'stop' ? isStoppable(batch) : isReadable(batch)))
      throw problemError('invalid_request', 'Nothing was changed: this batch has changed meanwhile. Reload the page.')
    if (to === 'stop') {
      await set({ state: 'stopped', endedAt: now.toISOString() })
      if (batch.state === 'running') await completeProposal(tx, batch, now, 'failed')
    } else {
      if (!OPEN_STATES.some((state) => state === batch.state)) await admitBatch(tx, context)
      await set({ ...NOT_PROPOSED, state: 'reading', endedAt: null })
      await tx.update(batchRows).set(NOT_READ).where(eq(batchRows.batchId, batchId))
    }
    await recordStep(tx, context, {
      action: 'changeBatch',
      at: now,
      detail: { step: to === 'stop' ? 'stopped' : 'read again' },
    })
  })
  return { accepted: true, batch: await batchOf(context, batchId) }
}

const isStoppable = ({ state }: StoredBatch) => state === 'reading' || state === 'ready' || state === 'running'
/** True for a batch none of whose changes was approved. */
const isReadable = ({ state, decidedAt }: StoredBatch) =>
  state === 'ready' || state === 'declined' || state === 'expired' || (state === 'stopped' && decidedAt === null)

const NOT_PROPOSED = {
  reason: null,
  ticket: null,
  proposedAt: null,
  expiresAt: null,
  intent: null,
  decidedAt: null,
  decidedBy: null,
  decidedByUser: null,
  decisionReason: null,
}
const NOT_READ = { preview: null, attempts: 0, leaseUntil: null, mayDelete: false }
