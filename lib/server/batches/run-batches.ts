import { randomUUID } from 'node:crypto'
import { and, eq, exists, isNull, not, or } from 'drizzle-orm'
import type { SeenSubscription } from '@/contract/console/change'
import { isAllowed } from '@/contract/console/roles'
import type { Database, DatabaseTransaction } from '@/database/open-database'
import { appendEntry, recordedTransaction } from '../audit/append-entry'
import { type Preparation, prepareChange } from '../changes/prepare-change'
import { runPrepared } from '../changes/run-change'
import { claimInTurn } from '../jobs/read-turns'
import type { Environment } from '../environment'
import { every } from '../every'
import { isHeld, newLease } from '../lease'
import { log } from '../log'
import type { OperationContext } from '../operation-context'
import { ProblemError } from '../problem'
import { settings } from '../settings'
import { batches, batchRows, IS_CHANGE_OF_ROW } from '../store/batch-schema'
import { consoleStore } from '../store/console-store'
import { storableText, subscriptionChanges, users } from '../store/schema'
import { expireBatches } from './decide-batch'
import type { StoredBatch } from './read-batches'
import { completeProposal } from './batch-store'
import { type BatchRound, type ClaimedRow, isRow, lockRows, readPreviews, batchesInState } from './read-previews'

const EVERY_MS = 1_000
/** The changes of all batches that are sent in a second, in all processes together. */
const CHANGES_PER_SECOND = 2
/** The longest that a round sends changes. */
const ROUND_MS = 900

/** Reads the previews of batches and sends the changes of approved ones. @returns stops it (`every`) */
export function startBatches(environment: Environment): () => Promise<void> {
  const { CONSOLE_READS_PER_SECOND: reads } = settings()
  const work = { everyMs: EVERY_MS, event: 'batch' }
  const stops = [
    every({ ...work, failure: 'the preview of a batch could not be read' }, (signal) =>
      readPreviews({ environment, perSecond: reads, signal }),
    ),
    every({ ...work, failure: 'a batch could not go on' }, (signal) =>
      runBatches({ environment, perSecond: CHANGES_PER_SECOND, signal }),
    ),
  ]
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}

const { batchId, leaseUntil, preview, problem } = batchRows
const release = (db: Database, row: ClaimedRow) => db.update(batchRows).set({ leaseUntil: null }).where(isRow(row))

/**
 * Works on the approved batches for a round: sends as many changes as the rate allows, of each batch one at a time. Sends nothing while a
 * circuit breaker is open.
 */
export async function runBatches(round: BatchRound): Promise<void> {
  const { environment, perSecond, signal } = round
  await expireBatches(environment)
  const db = await consoleStore()
  const untilMs = performance.now() + ROUND_MS
  let claimed: ClaimedRow[]
  do {
    const running = await batchesInState(db, environment, 'running')
    if (running.length === 0) return
    const { reads, writes } = environment.billing.breakers()
    const isPaused = reads === 'open' || writes === 'open' || signal?.aborted === true
    claimed = isPaused ? [] : await claimChanges(db, environment, perSecond, running)
    const ends = await Promise.allSettled(claimed.map((row) => runRow(db, environment, row)))
    for (const batch of running) await endIfOver(db, environment, batch)
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  } while (claimed.length > 0 && performance.now() < untilMs)
}

/** Longer than a change takes from being stored to its second read. */
const leaseMsOf = ({ changeTiming }: Environment) => 2 * changeTiming.holdMs

/** Claims the next row of each batch that has none under way. The claims of all processes are one after another. */
const claimChanges = (db: Database, environment: Environment, perSecond: number, running: StoredBatch[]) =>
  claimInTurn<StoredBatch, ClaimedRow>(db, { source: `batches of ${environment.index.source}`, perSecond }, running, {
    next: async (tx, batch) =>
      (await isRunningRow(tx, environment, batch)) ? [] : lockRows(tx, batch, isWaiting(tx, batch), 1),
    hold: async (tx, row) => {
      await tx
        .update(batchRows)
        .set({ leaseUntil: newLease(leaseMsOf(environment)) })
        .where(isRow(row))
      return row
    },
  })

const isRunningRow = async (db: Database | DatabaseTransaction, environment: Environment, { id }: StoredBatch) =>
  (await db.$count(batchRows, and(eq(batchId, id), isHeld(leaseUntil, leaseMsOf(environment))))) > 0

/** Matches the rows of a batch whose change was not started. */
function isWaiting(db: Database | DatabaseTransaction, { id }: Pick<StoredBatch, 'id'>) {
  const started = db.select({ id: subscriptionChanges.id }).from(subscriptionChanges).where(IS_CHANGE_OF_ROW)
  return and(eq(batchId, id), eq(preview, 'changes'), isNull(problem), not(exists(started)))
}

/** Ends a batch whose changes are all made, or whose proposer or approver lost the account or the role. */
async function endIfOver(db: Database, environment: Environment, batch: StoredBatch): Promise<void> {
  const isStopped = !(await isStillAllowed(db, batch))
  const goesOn = (await isRunningRow(db, environment, batch)) || (await db.$count(batchRows, isWaiting(db, batch))) > 0
  if (goesOn && !isStopped) return
  await recordedTransaction(db, async (tx) => {
    const at = await environment.storeClock.storeNow(tx)
    const isRunning = and(eq(batches.id, batch.id), eq(batches.state, 'running'))
    const ended = await tx
      .update(batches)
      .set({ state: goesOn ? 'stopped' : 'done', endedAt: at.toISOString() })
      .where(isRunning)
      .returning()
    for (const each of ended)
      await (goesOn ? completeProposal(tx, each, at, 'failed', NOT_ALLOWED) : completeProposal(tx, each, at, 'done'))
  })
}

const NOT_ALLOWED = 'Stopped: the person who proposed or approved it is disabled or lost the role.'

/** True while the accounts of the person who proposed a batch and of the one who approved it are enabled and have these roles. */
async function isStillAllowed(db: Database | DatabaseTransaction, batch: StoredBatch): Promise<boolean> {
  const { user, decidedBy, decidedByUser } = batch
  const isApprover = decidedByUser === null ? eq(users.email, decidedBy ?? '') : eq(users.id, decidedByUser)
  const people = await db
    .select()
    .from(users)
    .where(or(eq(users.id, user), isApprover))
  return people.every(
    ({ id, disabledAt, role }) => disabledAt === null && isAllowed(role, id === user ? batch.action : 'approve'),
  )
}

class BatchStoppedError extends Error {}

/** Makes the change of a row, unless the batch was stopped meanwhile. Its outcome is that of the change. */
async function runRow(db: Database, environment: Environment, row: ClaimedRow): Promise<void> {
  const { batch } = row
  try {
    const context = await contextOf(environment, row)
    const seen: SeenSubscription = JSON.parse(row.seen ?? '{}')
    const requested = {
      action: batch.action,
      subscriptionId: row.id,
      reason: batch.reason ?? '',
      ticket: batch.ticket ?? undefined,
      seen,
    }
    const prepared = await prepareChange(context, requested, (tx, at) => prepareRow(tx, context, row, at))
    await runPrepared(context, prepared, { effectAsOf: row.asOf ?? '' })
  } catch (error) {
    // Otherwise the row is tried again when its lease ends, or its change is checked like any other.
    if (!(await noteFailure(db, environment, row, error))) return
  }
  await release(db, row)
}

/** Acts for the person who proposed the batch. A change of the subscription since the preview blocks the row (`prepareChange`). */
async function contextOf(environment: Environment, { batch, readAt }: ClaimedRow): Promise<OperationContext> {
  const { storeNow, elapsedMs } = environment.storeClock
  const sinceReadMs = (await storeNow()).getTime() - Date.parse(readAt ?? batch.createdAt)
  return {
    environment,
    actor: { name: batch.owner, role: batch.role, ...(batch.user !== batch.owner && { userId: batch.user }) },
    peer: '',
    userAgent: '',
    requestId: `batch-${randomUUID()}`,
    receivedAtMs: elapsedMs() - Math.max(0, sinceReadMs),
    now: () => new Date(),
  }
}

/** Stores the intent of a row's change, in the transaction that stores the change. @throws BatchStoppedError */
async function prepareRow(
  tx: DatabaseTransaction,
  { requestId }: OperationContext,
  { id, batch }: ClaimedRow,
  at: Date,
): Promise<Preparation> {
  const isRunning = and(eq(batches.id, batch.id), eq(batches.state, 'running'))
  if ((await tx.$count(batches, isRunning)) === 0 || !(await isStillAllowed(tx, batch))) throw new BatchStoppedError()
  const { expiresAt, decidedAt, decidedBy, decisionReason } = batch
  const intent = await appendEntry(tx, { ...intentOf(batch, id), at, requestId })
  return { intent, batchId: batch.id, expiresAt, decidedAt, decidedBy, decisionReason }
}

const intentOf = ({ id: ofBatch, action, owner, role, reason, ticket, decidedBy }: StoredBatch, id: string) => ({
  actor: owner,
  role,
  action: `${action}Subscription`,
  object: { kind: 'subscription', id },
  reason: reason ?? undefined,
  ticket: ticket ?? undefined,
  detail: { batchId: ofBatch, decidedBy },
})

/** Stores why the change of a row could not be started; its change stores why it failed. @returns false for an error of the console */
async function noteFailure(db: Database, environment: Environment, row: ClaimedRow, error: unknown): Promise<boolean> {
  if (error instanceof BatchStoppedError) return true
  if (!(error instanceof ProblemError) || error.problem.code === 'store_unavailable') {
    log().error({ event: 'batch', batchId: row.batchId, err: error }, 'a row of a batch failed')
    return false
  }
  const { code, detail } = error.problem
  if (code !== 'change_open') return true
  await recordedTransaction(db, async (tx) => {
    const at = await environment.storeClock.storeNow(tx)
    const isNew = and(isRow(row), isWaiting(tx, row.batch))
    const stored = await tx
      .update(batchRows)
      .set({ problem: storableText(detail) })
      .where(isNew)
      .returning()
    const { detail: known, ...intent } = intentOf(row.batch, row.id)
    for (const { batchId: requestId } of stored)
      await appendEntry(tx, { ...intent, at, requestId, outcome: 'not_sent', detail: { ...known, code } })
  })
  return true
}
