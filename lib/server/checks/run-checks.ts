import { randomUUID } from 'node:crypto'
import { and, asc, count, eq, gt, lt, lte, not, sql } from 'drizzle-orm'
import type { Database } from '@/database/open-database'
import type { Environment } from '../environment'
import { every } from '../every'
import { isHeld, newLease } from '../lease'
import { areForgotten } from '../object-index/forget-fence'
import { linkId } from '../object-index/seen-rows'
import { ProblemError } from '../problem'
import { settings } from '../settings'
import { consoleStore } from '../store/console-store'
import { checkedObjects, checks } from '../store/check-schema'
import { judgeObjects, type ObjectRead, readObject, shownOf } from './check-object'

const EVERY_MS = 1_000
/** The advisory lock of the claims of all processes. */
const CHECK_LOCK = 4_211_978
/** A read that fails for a reason that may pass is tried again. */
const MAX_ATTEMPTS = 3
const COMPARED_AT_ONCE = 50

/** An object of a running check that this process has claimed. */
type Claimed = Pick<
  typeof checkedObjects.$inferSelect,
  'checkId' | 'position' | 'id' | 'kind' | 'own' | 'attempts' | 'claimedAt'
> & {
  run: number
}

interface CheckRound {
  environment: Environment
  perSecond: number
  signal?: AbortSignal | undefined
}

/** Reads and compares objects of running checks, by the settings. @returns stops it (`every`), and breaks off the reads under way */
export function startChecking(environment: Environment): () => Promise<void> {
  const perSecond = settings().CONSOLE_CHECKS_PER_SECOND
  const failure = 'a list could not be checked on'
  return every({ everyMs: EVERY_MS, event: 'check', failure }, (signal) =>
    checkSome({ environment, perSecond, signal }),
  )
}

/**
 * Works a second on the running checks: reads as many objects as the rate allows, then compares those of lists that are read. Reads
 * nothing while the circuit breaker is open.
 */
export async function checkSome(round: CheckRound): Promise<void> {
  const { environment, perSecond } = round
  const db = await consoleStore()
  const isRunning = and(eq(checks.source, environment.index.source), eq(checks.state, 'running'))
  const [running] = await db.select({ count: count() }).from(checks).where(isRunning)
  if ((running?.count ?? 0) === 0) return
  if (environment.billing.breakers().reads !== 'open') {
    const claimed = await claimReads(db, environment.index.source, perSecond)
    const ends = await Promise.allSettled(claimed.map((object) => readClaimed(db, round, object)))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
  await compareRead(db, round)
}

const { checkId, position, readRun, comparedRun, claimedAt, leaseUntil } = checkedObjects
const COLUMNS = {
  checkId,
  position,
  id: checkedObjects.id,
  kind: checkedObjects.kind,
  own: checkedObjects.own,
  attempts: checkedObjects.attempts,
  claimedAt,
  run: checks.run,
}
const isFree = not(isHeld(leaseUntil))

/** Claims the next objects to read, of all checks in turn; not more than the rate allows to all processes together. */
function claimReads(db: Database, source: string, perSecond: number): Promise<Claimed[]> {
  return db.transaction(async (tx) => {
    // One claim at a time, or two processes would count the same second.
    await tx.execute(sql`select pg_advisory_xact_lock(${CHECK_LOCK})`)
    const now = sql`clock_timestamp()`
    const [recent] = await tx
      .select({ count: count() })
      .from(checkedObjects)
      .where(and(gt(claimedAt, sql`${now} - interval '1 second'`), lte(claimedAt, now)))
    const left = perSecond - (recent?.count ?? 0)
    if (left <= 0) return []
    const next = await tx
      .select(COLUMNS)
      .from(checkedObjects)
      .innerJoin(checks, eq(checks.id, checkId))
      .where(and(eq(checks.source, source), eq(checks.state, 'running'), lt(readRun, checks.run), isFree))
      .orderBy(asc(position), asc(checks.startedAt))
      .limit(left)
    const claimed: Claimed[] = []
    for (const object of next) {
      const [row] = await tx
        .update(checkedObjects)
        .set({ claimedAt: sql`${now}`, leaseUntil: newLease(), attempts: object.attempts + 1 })
        .where(isObject(object))
        .returning({ claimedAt })
      claimed.push({ ...object, attempts: object.attempts + 1, claimedAt: row?.claimedAt ?? null })
    }
    return claimed
  })
}

const isObject = ({ checkId: ofCheck, position: at }: Pick<Claimed, 'checkId' | 'position'>) =>
  and(eq(checkId, ofCheck), eq(position, at))

/** Reads an object and stores its first verdict. An object whose check was stopped meanwhile keeps it too. */
async function readClaimed(db: Database, round: CheckRound, object: Claimed): Promise<void> {
  const { environment, signal } = round
  const readStart = environment.index.startRead()
  const context = { environment, readStart, requestId: `check-${randomUUID()}`, signal, isBackground: true }
  let read: ObjectRead
  try {
    read = await readObject(context, object)
  } catch (error) {
    if (signal?.aborted) return giveBack(db, object, object.attempts - 1)
    if (!(error instanceof ProblemError)) throw error
    const { code, title } = error.problem
    // A busy or paused API was not asked.
    if (code === 'api_paused' || code === 'overloaded') return giveBack(db, object, object.attempts - 1)
    if (object.attempts < MAX_ATTEMPTS) return giveBack(db, object, object.attempts)
    read = { kind: object.kind, verdict: 'notReadable', problems: [title], gaps: [] }
  }
  await environment.index.written()
  const own = { problems: read.problems, gaps: read.gaps }
  const { kind } = read
  const [judged] =
    read.verdict === null && kind !== null
      ? await judgeObjects({ environment, signal, now }, [{ ...object, kind, own }])
      : [unread(read)]
  const result = judged ?? unread({ ...read, verdict: 'notReadable', problems: [NOT_KEPT] })
  await db.transaction(async (tx) => {
    const names = kind === null ? [] : [linkId(kind, object.id)]
    const [isForgotten] = await areForgotten(tx, [{ readStart, names }])
    if (isForgotten !== false) {
      await tx.delete(checkedObjects).where(isObject(object))
      return
    }
    await tx
      .update(checkedObjects)
      .set({
        ...result,
        kind,
        own,
        readRun: object.run,
        // There is nothing to compare of an object that was not read.
        ...(read.verdict !== null && { comparedRun: object.run }),
        checkedAt: now().toISOString(),
        leaseUntil: null,
      })
      .where(and(isObject(object), lt(readRun, object.run)))
  })
}

const now = () => new Date()
const NOT_KEPT = 'It was read, but the console’s database could not keep it'

/** Returns what is stored of an object that was not read. */
const unread = ({ verdict: sent, problems }: Pick<ObjectRead, 'verdict' | 'problems'>) =>
  sent && { verdict: sent, row: { ...shownOf(undefined), findings: problems } }

const giveBack = async (db: Database, object: Claimed, attempts: number): Promise<void> => {
  await db
    .update(checkedObjects)
    .set({ leaseUntil: null, attempts })
    .where(and(isObject(object), lt(readRun, object.run)))
}

/**
 * Compares the objects of checks that are read with all others of their list, because the first were judged before the last were read.
 * Then the check is done.
 */
async function compareRead(db: Database, { environment, signal }: CheckRound): Promise<void> {
  const isRead = sql`not exists (
    select from ${checkedObjects} as unread where unread.check_id = ${checks.id} and unread.read_run < ${checks.run})`
  const ready = await db
    .select({ id: checks.id, run: checks.run })
    .from(checks)
    .where(and(eq(checks.source, environment.index.source), eq(checks.state, 'running'), isRead))
  for (const { id, run } of ready) {
    for (;;) {
      const waiting = await db
        .select(COLUMNS)
        .from(checkedObjects)
        .innerJoin(checks, eq(checks.id, checkId))
        .where(and(eq(checkId, id), lt(comparedRun, run)))
        .orderBy(asc(position))
        .limit(COMPARED_AT_ONCE)
      if (waiting.length === 0 || signal?.aborted) break
      const objects = waiting.flatMap((object) => (object.kind === null ? [] : { ...object, kind: object.kind }))
      const judged = await judgeObjects({ environment, signal, now }, objects)
      // One that the index no longer has keeps its first verdict.
      for (const [nth, object] of objects.entries())
        await db
          .update(checkedObjects)
          .set({ ...judged[nth], comparedRun: run })
          .where(and(isObject(object), lt(comparedRun, run)))
    }
    if (signal?.aborted) return
    const isSame = and(eq(checks.id, id), eq(checks.run, run), eq(checks.state, 'running'))
    await db
      .update(checks)
      .set({ state: 'done', endedAt: sql`clock_timestamp()` })
      .where(isSame)
  }
}
