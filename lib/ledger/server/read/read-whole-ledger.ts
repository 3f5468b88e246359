import type { ReadStart, Environment } from '@/lib/core/server/operation-context'
import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm'
import { MAX_PAGE_SIZE } from '@/contract/billing/limits'
import { ProblemError } from '@/lib/core/problem-error'
import type { TransactionPageView } from '../../transaction'
import type { Database } from '@/database/open-database'
import type { BlockState } from '../../block-draws'
import {
  NOTHING_WALKED,
  type WalkEnd,
  isBeforeStatedEnd,
  isWholeLedger,
  shouldReadAgain,
  whyPartial,
} from '../../ledger-walk'
import { ledgerBlocks, ledgerIdHashes, ledgerPages } from '@/lib/store/ledger-schema'
import type { Job } from '@/lib/jobs/job-store'
import { listTransactions } from '../list-transactions'
import { CollectedEntries } from './collected-entries'
import { SeenEntries } from './seen-entries'
import { type LedgerReadRow, restartRead } from './stored-reads'
import { stopOf, type WalkedPage, type WalkedSoFar, walkLedger } from './walk-ledger'
import { type ReadOutcome, writeCheckpoint } from './write-checkpoint'

const CHECKPOINT_MS = 1_000
/** Pages since the last checkpoint are in memory. */
const MAX_CHECKPOINT_PAGES = 200
const BLOCKS_AT_ONCE = 10_000
/** Each has balances in memory, and a chart. */
const MAX_POOLS = 1_000
/** What is left of each is in memory. */
const MAX_BLOCKS = 200_000
/** All are read for each chart, table and explanation. */
const MAX_SUMS = 500_000
/** At most two requests at a time, while a page is worked on. */
const PAGES_AHEAD = 2

interface Reading {
  db: Database
  environment: Environment
  /** The claimed job, and the read that it goes on with. */
  job: Job
  read: LedgerReadRow
  readStart: ReadStart
  /** As `ClaimedJob.signal`. */
  signal: AbortSignal
  now: () => Date
}

/**
 * Reads a claimed ledger from the page where its read stopped to its last page, and stores its sums every second. Restarts as the next
 * generation when the last stored page has changed, and once when the counts show that pages moved.
 * @throws JobLostError, ReadLostError, or what the store throws; then the next claim goes on from the last checkpoint
 */
export async function readWholeLedger(reading: Reading): Promise<void> {
  const ended = await readOn(reading)
  if (ended === 'ended') return
  const walk = { ...NOTHING_WALKED, isReread: ended === 'moved' }
  const read = await restartRead(reading.db, { ...reading, walk, now: reading.now() })
  await readWholeLedger({ ...reading, read })
}

async function readOn({
  db,
  environment,
  job,
  read,
  readStart,
  signal: jobSignal,
  now,
}: Reading): Promise<'ended' | 'changed' | 'moved'> {
  const abort = new AbortController()
  const { signal } = abort
  const stop = () => abort.abort(jobSignal.reason === 'stopped' ? 'cancelled' : 'stopped')
  if (jobSignal.aborted) stop()
  jobSignal.addEventListener('abort', stop, { once: true })
  const { externalId } = read
  const { seen, blocks, after } = await loadReadState(db, read)
  const collected = new CollectedEntries(read, blocks, seen)
  let writing = Promise.resolve(read)
  /** Drains what was collected now, and writes it after what is being written. */
  const checkpoint = (walk: WalkEnd, ending: { outcome?: ReadOutcome; isLast?: boolean } = {}) => {
    linked.record()
    const drained = collected.drainCheckpoint(walk)
    writing = writing.then(async (stored) => {
      const written = await writeCheckpoint({ db, job, read: stored }, drained, { now: now(), ...ending })
      if (written.sums > MAX_SUMS) abort.abort('tooManySums')
      return written
    })
    return writing
  }
  const requestId = `ledger-${randomUUID()}`
  const context = { environment, readStart, requestId, signal, isBackground: true, isGathered: true }
  const linked = environment.index.gatherLinks(readStart)
  const readPage = withPageLookahead(async (page) => {
    // Before the request, or a page that is read meanwhile would count as older than this one.
    const sentAt = now().toISOString()
    const view = await listTransactions.run(context, { externalId, page, pageSize: MAX_PAGE_SIZE, order: 'asc' })
    linked.add(sentAt, view, page)
    return view
  })
  try {
    let [checkpointAtMs, pagesSince] = [performance.now(), 0]
    const walk = walkLedger({ readPage, signal, seen, after, isReread: isReread(read) })
    const end = await walkWith(walk, { read, signal }, async (walked) => {
      collected.add(walked)
      if (collected.poolCount > MAX_POOLS || blocks.size > MAX_BLOCKS) abort.abort('tooManyPools')
      pagesSince += 1
      if (performance.now() - checkpointAtMs < CHECKPOINT_MS && pagesSince < MAX_CHECKPOINT_PAGES) return
      // At most one checkpoint is written while the next pages are read.
      await writing
      void checkpoint(walked.end).catch(() => undefined)
      checkpointAtMs = performance.now()
      pagesSince = 0
    })
    // The process ends, and the next one goes on from here.
    if (end.stop?.kind === 'stopped') {
      await checkpoint(end)
      return 'ended'
    }
    const matchesCompleteRead = read.completedAt !== null && end.rows === read.entries
    const hasMoved = shouldReadAgain(end)
    if (hasMoved || end.stop?.kind === 'changed') {
      // The figures of a complete read stay until a new one is complete, unless entries were added to them.
      await (matchesCompleteRead
        ? checkpoint(JSON.parse(read.walk), { outcome: completeOutcome(read.completedAt) })
        : checkpoint(end, { outcome: partialOutcome(end) }))
      return hasMoved ? 'moved' : 'changed'
    }
    const isWhole = isWholeLedger(end)
    const hasMore = (end.countAtEnd ?? 0) > end.rows || isBeforeStatedEnd(end)
    const isStillComplete = !isWhole && matchesCompleteRead && end.stop !== null && !hasMore
    if (isWhole) collected.finish(end)
    if (isStillComplete) collected.restoreReadTime(read)
    const isComplete = isWhole || isStillComplete
    const outcome = isComplete ? completeOutcome(read.completedAt ?? now().toISOString()) : partialOutcome(end)
    await checkpoint(end, { outcome, isLast: true })
    return 'ended'
  } finally {
    jobSignal.removeEventListener('abort', stop)
  }
}

/** Walks to the end. A first page that cannot be read stops the walk like any other. */
async function walkWith(
  walk: AsyncGenerator<WalkedPage, WalkEnd>,
  { read, signal }: { read: LedgerReadRow; signal: AbortSignal },
  onPage: (walked: WalkedPage) => Promise<void>,
): Promise<WalkEnd> {
  try {
    let step = await walk.next()
    while (!step.done) {
      await onPage(step.value)
      step = await walk.next()
    }
    return step.value
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const end: WalkEnd = JSON.parse(read.walk)
    return { ...end, stop: signal.aborted ? stopOf(signal) : { kind: 'unread', page: 1, why: error.problem.title } }
  }
}

/** True for a read that was restarted because pages had moved. A complete one that continues may restart once more. */
function isReread({ walk, completedAt }: LedgerReadRow): boolean {
  const { isReread: wasReread }: Partial<WalkEnd> = JSON.parse(walk)
  return completedAt === null && wasReread === true
}

const completeOutcome = (completedAt: string | null): ReadOutcome => ({
  state: 'complete',
  why: null,
  isResumable: true,
  completedAt,
})

/** A read that was stopped goes on from its last page; one that ended with other counts than the API's begins anew. */
const partialOutcome = (end: WalkEnd): ReadOutcome => ({
  state: 'partial',
  why: whyPartial(end),
  isResumable: end.stop !== null && ['cancelled', 'unread'].includes(end.stop.kind),
  completedAt: null,
})

/** Returns what a read goes on from: the entries it knows, what is left of its blocks, and its last page. */
async function loadReadState(db: Database, read: LedgerReadRow) {
  const seen = new SeenEntries(undefined, { isStored: true })
  const blocks = new Map<string, BlockState>()
  if (read.pages === 0) return { seen, blocks, after: undefined }
  const chunks = await db
    .select({ chunk: ledgerIdHashes.chunk })
    .from(ledgerIdHashes)
    .where(eq(ledgerIdHashes.readId, read.id))
    .orderBy(asc(ledgerIdHashes.chunk))
  for (const { chunk } of chunks) {
    const [row] = await db
      .select({ hashes: ledgerIdHashes.hashes })
      .from(ledgerIdHashes)
      .where(sql`${ledgerIdHashes.readId} = ${read.id} and ${ledgerIdHashes.chunk} = ${chunk}`)
    if (row) seen.load(row.hashes)
  }
  for (let last: string | undefined = ''; last !== undefined;) {
    const { block, left, hasGrant, isOverdrawn } = ledgerBlocks
    const rows: (BlockState & { block: string })[] = await db
      .select({ block, left, hasGrant, isOverdrawn })
      .from(ledgerBlocks)
      .where(and(eq(ledgerBlocks.readId, read.id), gt(block, last)))
      .orderBy(asc(block))
      .limit(BLOCKS_AT_ONCE)
    for (const { block: id, ...state } of rows) blocks.set(id, state)
    last = rows.length < BLOCKS_AT_ONCE ? undefined : rows.at(-1)?.block
  }
  const pages = await db
    .select({ page: ledgerPages.page, entries: ledgerPages.entries, digest: ledgerPages.digest })
    .from(ledgerPages)
    .where(eq(ledgerPages.readId, read.id))
    .orderBy(desc(ledgerPages.page))
  const [last] = pages
  const after: WalkedSoFar | undefined = last && {
    page: last.page,
    rows: last.entries,
    digest: last.digest,
    end: JSON.parse(read.walk),
    pages: pages.map(({ digest }) => digest),
  }
  return { seen, blocks, after }
}

/** Requests the next pages while one is worked on. */
function withPageLookahead(readPage: (page: number) => Promise<TransactionPageView>) {
  const requested = new Map<number, Promise<TransactionPageView>>()
  return (page: number): Promise<TransactionPageView> => {
    const response = requested.get(page) ?? readPage(page)
    requested.delete(page)
    void response.then(
      ({ pages }) => {
        for (let next = page + 1; next <= Math.min(page + PAGES_AHEAD, pages ?? 0); next += 1) {
          if (requested.has(next)) continue
          const early = readPage(next)
          // Its error is thrown where the page is awaited.
          early.catch(() => undefined)
          requested.set(next, early)
        }
      },
      () => undefined,
    )
    return response
  }
}
