import { randomUUID } from 'node:crypto'
import { and, asc, eq, lt, not, sql } from 'drizzle-orm'
import type { Database } from '@/database/open-database'
import type { Environment } from '../environment'
import { every } from '../every'
import { isHeld, newLease } from '../lease'
import { log } from '../log'
import { areForgotten } from '../object-index/forget-fence'
import { linkId } from '../object-index/seen-rows'
import { ProblemError } from '../problem'
import { settings } from '../settings'
import { consoleStore } from '../store/console-store'
import { checkedObjects, checks } from '../store/check-schema'
import { countCheck } from './read-checks'
import { claimInTurn, laterAttempt, type ReadRate } from './read-turns'
import { judgeObjects, type ObjectRead, readObject, shownOf } from './check-object'

const EVERY_MS = 1_000
/** Longer than the reads of an object, which wait for the reads of people. */
const LEASE_MS = 60_000
const COMPARED_AT_ONCE = 20
/** The longest that a round compares, so that reads go on. */
const COMPARE_MS = 700

/** An object of a running check that this process has claimed. */
type Claimed = Pick<
  typeof checkedObjects.$inferSelect,
  'checkId' | 'position' | 'id' | 'kind' | 'own' | 'attempts' | 'checkedAt'
> & {
  run: number
}

interface CheckRound {
  environment: Environment
  perSecond: number
  retryMs?: number
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

type RunningCheck = Pick<typeof checks.$inferSelect, 'id' | 'run'>

/**
 * Works a second on the running checks: reads as many objects as the rate allows, and compares those of lists that are read. Reads
 * nothing while the circuit breaker is open.
 */
export async function checkSome(round: CheckRound): Promise<void> {
  const { environment, perSecond } = round
  const { source } = environment.index
  const db = await consoleStore()
  const running = await db
    .select({ id: checks.id, run: checks.run })
    .from(checks)
    .where(and(eq(checks.source, source), eq(checks.state, 'running')))
    .orderBy(asc(checks.startedAt), checks.id)
  if (running.length === 0) return
  const isOpen = environment.billing.breakers().reads === 'open'
  const claimed = isOpen ? [] : await claimReads(db, { source, perSecond }, running)
  const ends = await Promise.allSettled(claimed.map((object) => readClaimed(db, round, object)))
  const untilMs = performance.now() + COMPARE_MS
  const compareAll = async (check: RunningCheck) => {
    while (performance.now() < untilMs && (await compareSome(db, round, check)));
  }
  // One that fails does not keep the others from going on.
  const compared = await Promise.allSettled(running.map(compareAll))
  for (const end of [...ends, ...compared]) if (end.status === 'rejected') throw end.reason
}

const { checkId, position, readRun, comparedRun, leaseUntil } = checkedObjects
const COLUMNS = {
  checkId,
  position,
  id: checkedObjects.id,
  kind: checkedObjects.kind,
  own: checkedObjects.own,
  attempts: checkedObjects.attempts,
  checkedAt: checkedObjects.checkedAt,
}
const isFree = not(isHeld(leaseUntil, LEASE_MS))

/** Claims the next objects to read. */
function claimReads(db: Database, rate: ReadRate, running: readonly RunningCheck[]): Promise<Claimed[]> {
  return claimInTurn<RunningCheck, Claimed>(db, rate, running, {
    next: async (tx, { id, run }, limit) => {
      const objects = await tx
        .select(COLUMNS)
        .from(checkedObjects)
        .where(and(eq(checkId, id), lt(readRun, run), isFree))
        .orderBy(asc(position))
        .limit(limit)
        .for('update', { skipLocked: true })
      return objects.map((object) => ({ ...object, run }))
    },
    hold: async (tx, object) => {
      const attempts = object.attempts + 1
      await tx
        .update(checkedObjects)
        .set({ leaseUntil: newLease(LEASE_MS), attempts })
        .where(isObject(object))
      return { ...object, attempts }
    },
  })
}

const isObject = ({ checkId: ofCheck, position: at }: Pick<Claimed, 'checkId' | 'position'>) =>
  and(eq(checkId, ofCheck), eq(position, at))

/** Reads an object and stores its first verdict. An object whose check was stopped meanwhile keeps it too. */
async function readClaimed(db: Database, round: CheckRound, object: Claimed): Promise<void> {
  const { environment, signal } = round
  const readStart = environment.index.startRead()
  const context = { environment, readStart, requestId: `check-${randomUUID()}`, signal, isBackground: true }
  try {
    const read = await readObject(context, object)
    await environment.index.written()
    const { kind, problems, gaps, newest, asOf } = read
    const own = { problems, gaps, newest }
    const [judged] =
      read.verdict === null && kind !== null
        ? await judgeObjects({ environment, signal, now }, [{ ...object, kind, own, asOf }])
        : [unread(read)]
    if (judged == null) throw new NotKeptError()
    await db.transaction(async (tx) => {
      const names = kind === null ? [] : [linkId(kind, object.id)]
      const [isForgotten] = await areForgotten(tx, [{ readStart, names }])
      if (isForgotten !== false) await tx.delete(checkedObjects).where(isObject(object))
      else await storeVerdict(tx, object, { ...judged, kind, own, checkedAt: asOf ?? now().toISOString() }, read)
    })
  } catch (error) {
    await retryLater(db, round, object, error)
  }
}

class NotKeptError extends Error {}

async function storeVerdict(
  db: Pick<Database, 'update'>,
  object: Claimed,
  judged: Partial<typeof checkedObjects.$inferInsert>,
  read: Pick<ObjectRead, 'verdict' | 'months'>,
): Promise<void> {
  await db
    .update(checkedObjects)
    .set({
      ...judged,
      months: read.months ?? null,
      readRun: object.run,
      // There is nothing to compare of an object that was not read.
      ...(read.verdict !== null && { comparedRun: object.run }),
      leaseUntil: null,
    })
    .where(and(isObject(object), lt(readRun, object.run)))
}

/** Gives an object back for another attempt, or stores after the last one why it was not read. */
async function retryLater(
  db: Database,
  { signal, retryMs }: CheckRound,
  object: Claimed,
  error: unknown,
): Promise<void> {
  const problem = error instanceof ProblemError ? error.problem : undefined
  const later = laterAttempt({ attempts: object.attempts, error, signal, retryMs })
  if (later !== null)
    await db
      .update(checkedObjects)
      .set(later)
      .where(and(isObject(object), lt(readRun, object.run)))
  if (!problem && !(error instanceof NotKeptError))
    log().error({ event: 'check', err: error }, 'an object could not be checked')
  if (later !== null) return
  const why = problem?.title ?? (error instanceof NotKeptError ? NOT_KEPT : 'The console failed; its log has the error')
  const read = { verdict: 'notReadable', problems: [why] } as const
  await storeVerdict(db, object, { ...unread(read), checkedAt: now().toISOString() }, read)
}

const now = () => new Date()
const NOT_KEPT = 'It was read, but the console’s database could not keep it'

/** Returns what is stored of an object that was not read. */
const unread = ({ verdict, problems }: { verdict: ObjectRead['verdict']; problems: readonly string[] }) =>
  verdict && { verdict, row: { ...shownOf(undefined), findings: [...problems] } }

/**
 * Compares objects of a check that is read with all others of its list, because the first were judged before the last were read. Then
 * the check is done. @returns false when there is nothing to compare now
 */
async function compareSome(
  db: Database,
  { environment, signal }: CheckRound,
  { id, run }: RunningCheck,
): Promise<boolean> {
  if (signal?.aborted) return false
  const ofCheck = eq(checkId, id)
  const isSame = and(eq(checks.id, id), eq(checks.run, run), eq(checks.state, 'running'))
  const [unreadObject] = await db
    .select({ position })
    .from(checkedObjects)
    .where(and(ofCheck, lt(readRun, run)))
    .limit(1)
  if (unreadObject) return false
  const claimed = await db.transaction(async (tx) => {
    const [check] = await tx.select({ id: checks.id }).from(checks).where(isSame)
    if (!check) return []
    const objects = await tx
      .select(COLUMNS)
      .from(checkedObjects)
      .where(and(ofCheck, lt(comparedRun, run), isFree))
      .orderBy(asc(position))
      .limit(COMPARED_AT_ONCE)
      .for('update', { skipLocked: true })
    for (const object of objects)
      await tx
        .update(checkedObjects)
        .set({ leaseUntil: newLease(LEASE_MS) })
        .where(isObject(object))
    return objects
  })
  const objects = claimed.flatMap((object) => (object.kind === null ? [] : { ...object, kind: object.kind }))
  // One that the index no longer has keeps its first verdict.
  const judged = await judgeObjects(
    { environment, signal, now },
    objects.map((object) => ({ ...object, asOf: object.checkedAt })),
  )
  for (const [nth, object] of objects.entries())
    await db
      .update(checkedObjects)
      .set({ ...judged[nth], comparedRun: run, leaseUntil: null })
      .where(and(isObject(object), lt(comparedRun, run)))
  if (claimed.length > 0) return true
  const [waiting] = await db
    .select({ position })
    .from(checkedObjects)
    .where(and(ofCheck, lt(comparedRun, run)))
    .limit(1)
  if (!waiting) {
    const counts = await countCheck(db, { id, run })
    await db
      .update(checks)
      .set({ state: 'done', endedAt: sql`clock_timestamp()`, counts })
      .where(isSame)
  }
  return false
}
