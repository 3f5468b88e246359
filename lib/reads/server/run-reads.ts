import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import type { Database } from '@/database/open-database'
import { assertHeld, type Job } from '@/lib/jobs/job-store'
import { ReadTurns } from '@/lib/jobs/read-turns'
import type { ClaimedJob, JobWork } from '@/lib/jobs/run-jobs'
import { log } from '@/lib/core/server/log'
import { settings } from '@/lib/core/server/settings'
import { consoleStore } from '@/lib/store/console-store'
import { readRows, readRuns } from '@/lib/store/read-schema'
import type { ReadKind, ReadOutcome } from '../reads'
import { idProblem } from '@/contract/requestable-id'
import { getInvoice } from '@/lib/invoices/server/get-invoice'
import { listTransactions } from '@/lib/ledger/server/list-transactions'
import { hasId, readList, seenByIds, selectSeen } from '@/lib/objects/server/seen-objects'
import type { ReadContext } from '@/lib/core/server/operation-context'
import { ProblemError } from '@/lib/core/server/problem'
import { seenObjects } from '@/lib/store/index-schema'
import { getSubscription } from '@/lib/subscriptions/server/get-subscription'

/** The reads of a run that are under way at a time: those of four seconds, so that an API that responds slowly does not lower the rate. */
const readsAtOnce = (perSecond: number) => Math.min(4 * perSecond, 50)
/** A read that fails for a reason that may pass is tried again, so late that a short outage is over. */
const MAX_ATTEMPTS = 3
const RETRY_MS = 15_000
/** How long a run waits before it looks again whether the API may be asked. */
const PAUSE_MS = 1_000

type Row = Pick<typeof readRows.$inferSelect, 'position' | 'id'>

/** The rate of a run, and the pauses between the attempts of a read. */
interface ReadPace {
  perSecond: number
  retryMs: number
}

/** The work of the jobs of `readThese`. */
export const READ_WORK: JobWork = {
  // All that may be unfinished.
  atOnce: 4,
  run: (claimed) => runReads(claimed, { perSecond: settings().CONSOLE_READS_PER_SECOND, retryMs: RETRY_MS }),
}

/** Reads the rows of a run that were not tried yet, at the rate that all runs share. Reads nothing while the circuit breaker is open. */
export async function runReads(claimed: ClaimedJob, { perSecond, retryMs }: ReadPace): Promise<void> {
  const { environment, job, signal } = claimed
  const db = await consoleStore()
  const [run] = await db.select({ kind: readRuns.kind }).from(readRuns).where(eq(readRuns.id, job.subject))
  // It was deleted with the index.
  if (run === undefined) return
  const newTurns = () => new ReadTurns(db, { source: environment.index.source, perSecond })
  let turns = newTurns()
  const mayAsk = async () => {
    while (environment.billing.breakers().reads === 'open') {
      await wait(PAUSE_MS, undefined, { signal })
      // Turns that were taken before a pause do not count after it.
      turns = newTurns()
    }
    await turns.next(signal)
  }
  try {
    let rows: Row[] = await db
      .select({ position: readRows.position, id: readRows.id })
      .from(readRows)
      .where(and(eq(readRows.runId, job.subject), isNull(readRows.outcome)))
      .orderBy(asc(readRows.position))
    for (let attempt = 1; rows.length > 0; attempt += 1) {
      if (attempt > 1) await wait(retryMs, undefined, { signal })
      const reader = {
        ...claimed,
        db,
        kind: run.kind,
        atOnce: readsAtOnce(perSecond),
        isLast: attempt >= MAX_ATTEMPTS,
        mayAsk,
      }
      rows = await readAll(rows, reader)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

interface Reader extends ClaimedJob {
  db: Database
  kind: ReadKind
  atOnce: number
  /** True for the last attempt of the rows. */
  isLast: boolean
  /** Waits until the API may be asked. */
  mayAsk: () => Promise<void>
}

/** Reads these rows, a few at once. @returns those that must be tried again */
async function readAll(rows: readonly Row[], reader: Reader): Promise<Row[]> {
  const again: Row[] = []
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  try {
    for (const row of rows) {
      if (underWay.size >= reader.atOnce) await Promise.race(underWay)
      if (failures.length > 0) break
      await reader.mayAsk()
      const reading: Promise<void> = readRow(row, reader)
        .then(
          (isDone) => void (isDone || again.push(row)),
          (error: unknown) => void failures.push(error),
        )
        .finally(() => underWay.delete(reading))
      underWay.add(reading)
    }
  } finally {
    await Promise.all(underWay)
  }
  if (failures.length > 0) throw failures[0]
  return again.toSorted((one, other) => one.position - other.position)
}

/** Reads a row and stores what became of it. @returns false when it must be tried again */
async function readRow(row: Row, reader: Reader): Promise<boolean> {
  const { db, environment, job, kind, signal, isLast, mayAsk } = reader
  // Before the look at the row: a customer who is forgotten meanwhile is not written again.
  const readStart = environment.index.startRead()
  if (!(await isWaiting(db, job, row))) return true
  const context = { environment, readStart, requestId: `read-${randomUUID()}`, signal, isBackground: true }
  for (;;) {
    try {
      await storeResult(db, job, row, await readObject(context, kind, row.id))
      return true
    } catch (error) {
      signal.throwIfAborted()
      const code = error instanceof ProblemError ? error.problem.code : undefined
      const wasNotAsked = code === 'api_paused' || code === 'overloaded'
      if (!wasNotAsked && !(error instanceof ProblemError) && !(error instanceof NotKeptError)) throw error
      if (!wasNotAsked) {
        if (isLast) await storeResult(db, job, row, { outcome: 'failed', why: whyNotRead(error) })
        return isLast
      }
      await mayAsk()
    }
  }
}

function whyNotRead(error: unknown): string {
  if (error instanceof ProblemError) return error.problem.title
  log().warn({ event: 'read', err: error }, 'an object that was read is not in the index')
  return 'It was read, but the console’s database could not keep it'
}

const isRow = (job: Job, { position }: Row) => and(eq(readRows.runId, job.subject), eq(readRows.position, position))

/** False for a row that was forgotten with its customer. */
async function isWaiting(db: Database, job: Job, row: Row): Promise<boolean> {
  const waiting = and(isRow(job, row), isNull(readRows.outcome))
  return (await db.select({ position: readRows.position }).from(readRows).where(waiting)).length > 0
}

const storeResult = (db: Database, job: Job, row: Row, result: ReadResult): Promise<void> =>
  db.transaction(async (tx) => {
    await assertHeld(tx, job)
    await tx
      .update(readRows)
      .set({ ...result, readAt: new Date().toISOString() })
      .where(and(isRow(job, row), isNull(readRows.outcome)))
  })

/** What became of an ID, and why it was not read when the outcome does not say it. */
interface ReadResult {
  outcome: ReadOutcome
  why: string | null
}

/** Thrown when an object was read and the index does not have the response. */
class NotKeptError extends Error {}

/** A row that is at most this much older than the read has its response: an unchanged object is not written again. */
const SAME_RESPONSE_MS = 90_000
const NEWEST = { page: 1, pageSize: 100, order: 'desc' } as const

/**
 * Reads an object in the billing API, and waits until the index has it.
 * @throws ProblemError of a failure that may pass; NotKeptError
 */
async function readObject(context: ReadContext, kind: ReadKind, id: string): Promise<ReadResult> {
  if (idProblem(id) !== null) return { outcome: 'otherKind', why: null }
  const startedAtMs = Date.now()
  let isObject: boolean
  try {
    isObject = await readKind(context, kind, id)
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.retryable) throw error
    const { code, title } = error.problem
    // An API may refuse what cannot be an ID of the kind.
    if ((code === 'not_found' || code === 'refused') && (await isOtherKind(context, kind, id)))
      return { outcome: 'otherKind', why: null }
    return code === 'not_found' ? { outcome: 'notFound', why: null } : { outcome: 'failed', why: title }
  }
  if (!isObject)
    return (await isOtherKind(context, kind, id))
      ? { outcome: 'otherKind', why: null }
      : { outcome: 'notFound', why: 'No transactions' }
  await requireKept(context, { kind, id, startedAtMs })
  return { outcome: 'read', why: null }
}

/** Reads an object of a kind. @returns false for a ledger without transactions, which some APIs return for any ID */
async function readKind(context: ReadContext, kind: ReadKind, id: string): Promise<boolean> {
  if (kind === 'customer')
    return (await listTransactions.run(context, { externalId: id, ...NEWEST })).results.length > 0
  await (kind === 'invoice' ? getInvoice.run(context, { invoiceId: id }) : getSubscription.run(context, { id }))
  return true
}

/** True when the index knows the ID as that of another kind. */
const isOtherKind = ({ environment, signal }: ReadContext, kind: ReadKind, id: string): Promise<boolean> =>
  readList(signal, async (db) => {
    const others = and(hasId([id]), ne(seenObjects.kind, kind))
    return (await selectSeen(db, environment.index.source, others).limit(1)).length > 0
  })

async function requireKept(
  { environment, signal }: ReadContext,
  { kind, id, startedAtMs }: { kind: ReadKind; id: string; startedAtMs: number },
): Promise<void> {
  await environment.index.written()
  const [kept] = await readList(signal, (db) => seenByIds(db, environment.index.source, [{ kind, id }]))
  if (kept === undefined || Date.parse(kept.asOf) < startedAtMs - SAME_RESPONSE_MS) throw new NotKeptError()
}
