import { randomUUID } from 'node:crypto'
import { and, asc, eq, exists, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { BatchPreview } from '@/contract/console/batches'
import type { SubscriptionView } from '@/contract/console/subscription'
import { idProblem } from '@/contract/requestable-id'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { beforeAfter } from '../../domain/change/before-after'
import { cancelMayDelete, forecast } from '../../domain/subscription/forecast'
import { lockLabel } from '../../format/change-state-label'
import { notFoundLabel } from '../../format/status-names'
import { readable } from '../../format/unreadable'
import { changeSourceOf, changeView } from '../changes/change-store'
import { blockingChange } from '../changes/prepare-change'
import { differencesSinceProposal, factsOf } from '../changes/proposal-facts'
import { claimInTurn, laterAttempt } from '../jobs/read-turns'
import type { Environment } from '../environment'
import { isHeld, newLease } from '../lease'
import { log } from '../log'
import { areForgotten } from '../object-index/forget-fence'
import { linkId } from '../object-index/seen-rows'
import type { ReadContext } from '../operation-context'
import { ProblemError } from '../problem'
import { batches, batchRows } from '../store/batch-schema'
import { consoleStore } from '../store/console-store'
import { storableText } from '../store/schema'
import { getSubscription } from '../subscriptions/get-subscription'
import type { StoredBatch } from './read-batches'

/** Longer than a read, which waits for the reads of people. */
const READ_LEASE_MS = 60_000

/** What a round of work on the batches needs. */
export interface BatchRound {
  environment: Environment
  perSecond: number
  retryMs?: number
  signal?: AbortSignal | undefined
}

/** A row that this process has claimed. */
export type ClaimedRow = typeof batchRows.$inferSelect & { batch: StoredBatch }

/** Returns the batches in a state, the oldest first. */
export const batchesInState = (db: Database, { index }: Environment, state: StoredBatch['state']) =>
  db
    .select()
    .from(batches)
    .where(and(eq(batches.source, index.source), eq(batches.state, state)))
    .orderBy(asc(batches.createdAt), batches.id)

const { batchId, position, leaseUntil, preview } = batchRows
/** Matches a row. */
export const isRow = (row: Pick<ClaimedRow, 'batchId' | 'position'>) =>
  and(eq(batchId, row.batchId), eq(position, row.position))

/** Works on the previews for a round: reads as many subscriptions as the rate of all reads allows. */
export async function readPreviews(round: BatchRound): Promise<void> {
  const { environment, perSecond } = round
  const db = await consoleStore()
  const reading = await batchesInState(db, environment, 'reading')
  if (reading.length === 0) return
  const isOpen = environment.billing.breakers().reads === 'open'
  const rate = { source: environment.index.source, perSecond }
  const claimed = isOpen
    ? []
    : await claimInTurn<StoredBatch, ClaimedRow>(db, rate, reading, {
        next: async (tx, batch, limit) => {
          const isFree = not(isHeld(leaseUntil, READ_LEASE_MS))
          return lockRows(tx, batch, and(isNull(preview), isFree), limit)
        },
        hold: async (tx, row) => {
          const attempts = row.attempts + 1
          await tx
            .update(batchRows)
            .set({ attempts, leaseUntil: newLease(READ_LEASE_MS) })
            .where(isRow(row))
          return { ...row, attempts }
        },
      })
  const ends = await Promise.allSettled(claimed.map((row) => readRow(db, round, row)))
  for (const { id } of reading) {
    const isUnread = exists(
      db
        .select({ one: sql`1` })
        .from(batchRows)
        .where(and(eq(batchId, id), isNull(preview))),
    )
    const isWhole = and(eq(batches.id, id), eq(batches.state, 'reading'), not(isUnread))
    await db.update(batches).set({ state: 'ready' }).where(isWhole)
  }
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Returns free rows of a batch, locked, in their order. */
export async function lockRows(
  tx: DatabaseTransaction,
  batch: StoredBatch,
  which: SQL | undefined,
  limit: number,
): Promise<ClaimedRow[]> {
  const rows = await tx
    .select()
    .from(batchRows)
    .where(and(eq(batchId, batch.id), which))
    .orderBy(asc(position))
    .limit(limit)
    .for('update', { skipLocked: true })
  return rows.map((row) => ({ ...row, batch }))
}

async function readRow(db: Database, { environment, signal, retryMs }: BatchRound, row: ClaimedRow): Promise<void> {
  const { storeClock, index } = environment
  const readStart = index.startRead()
  const context = { environment, readStart, requestId: `batch-${randomUUID()}`, signal, isBackground: true }
  const readAt = (await storeClock.storeNow()).toISOString()
  const isUnread = and(isRow(row), isNull(preview))
  try {
    const previewed = await previewRow(context, row.batch.action, row.id)
    await db.transaction(async (tx) => {
      const [isForgotten] = await areForgotten(tx, [{ readStart, names: [linkId('subscription', row.id)] }])
      if (isForgotten !== false) await tx.delete(batchRows).where(isRow(row))
      else
        await tx
          .update(batchRows)
          .set({ ...previewed, readAt, leaseUntil: null })
          .where(isUnread)
    })
  } catch (error) {
    const later = laterAttempt({ attempts: row.attempts, error, signal, retryMs })
    const why = error instanceof ProblemError ? error.problem.title : 'The console failed; its log has the error'
    if (!(error instanceof ProblemError)) log().error({ event: 'batch', err: error }, 'a row could not be read')
    const set = later ?? { ...impossible(why), readAt, leaseUntil: null }
    await db.update(batchRows).set(set).where(isUnread)
  }
}

/** What the store keeps of a row that was read. */
type PreviewedRow = { preview: BatchPreview; effect: string } & Pick<
  typeof batchRows.$inferSelect,
  'mayDelete' | 'shown' | 'seen' | 'asOf'
>

/**
 * Reads a subscription of a batch, and returns the effect of the change in the words of the dialog, or why it is not possible.
 * @throws ProblemError of a failure that may pass
 */
async function previewRow(context: ReadContext, action: StoredBatch['action'], id: string): Promise<PreviewedRow> {
  if (idProblem(id) !== null) return impossible('This is not an ID')
  try {
    const view = await getSubscription(context, { id })
    const other = await blockingChange(await consoleStore(), changeSourceOf(context.environment), {
      action,
      subscriptionId: id,
    })
    return { ...effectOf(action, view, other && lockLabel(changeView(other))), ...shownOf(view) }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.retryable) throw error
    const { code, title } = error.problem
    return impossible(code === 'not_found' ? notFoundLabel('subscription', id) : title)
  }
}

/** Returns the row of a subscription that could not be read. */
const impossible = (why: string): PreviewedRow => ({ ...notPossible(why), shown: null, seen: null, asOf: null })

const notPossible = (why: string) =>
  ({ preview: 'impossible', effect: storableText(why.replace(/\.$/, '')), mayDelete: false }) as const

/** @param lock why another change blocks this one */
function effectOf(action: StoredBatch['action'], view: SubscriptionView, lock: string | undefined) {
  const expected = forecast(view, view.asOf)
  const { blocked, effect, final } = expected[action]
  if (blocked !== null) return notPossible(blocked)
  if (lock !== undefined) return notPossible(lock)
  // Its effect is not known, so it could not be approved.
  if (expected.standing.kind === 'unknown') return notPossible(expected.standing.why)
  if (!final) return { preview: 'nothing', effect: storableText(effect), mayDelete: false } as const
  // Such a change would be stale when it is to be sent.
  if (differencesSinceProposal(factsOf(view), view).length > 0)
    return notPossible('Its dates, plan, prices or customer can’t be read')
  const line = beforeAfter(action, view, expected)
  const words = line === null ? effect : `${line.now} → ${line.after}`
  const mayDelete = action === 'delete' || cancelMayDelete(expected)
  return { preview: 'changes', effect: storableText(words), mayDelete } as const
}

const shownOf = (view: SubscriptionView) => ({
  shown: {
    name: storable(readable(view.plan?.name)),
    status: storable(readable(view.status)),
    customerId: storable(readable(view.customerId)),
  },
  seen: JSON.stringify(factsOf(view)),
  asOf: view.asOf,
})

const storable = (text: string | null) => text && storableText(text)
