import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAX_PAGE_SIZE } from '@/contract/billing/limits'
import type { Problem } from '@/lib/core/problem'
import { ProblemError } from '@/lib/core/problem-error'
import type { TransactionPageView, TransactionView } from '../../transaction'
import { isRefusal } from '@/lib/changes/refusal'
import {
  canReadAgain,
  isAllListed,
  isBeforeStatedEnd,
  isCountedEnd,
  isLedgerEnd,
  NOTHING_WALKED,
  shouldReadAgain,
  type WalkEnd,
  type WalkStop,
} from '../../ledger-walk'
import { type PagePosition, pagePosition } from '../../page-position'
import { poolOf, poolsOf } from '../../pool'
import { readable } from '@/lib/billing-api/unreadable'
import { SeenEntries } from './seen-entries'

/** Twice the size of the largest supported ledger. */
const MAX_ROWS = 10_000_000
/** A digest of each page is kept: at most about 40 MB. */
const MAX_PAGES = 500_000
/** A first page with a multiple of this number of rows may be as long as the API's pages get. */
const ROUND = 5
const MAX_TRIES = 3
const LONGEST_WAIT_SECONDS = 30

/** How far an earlier walk came: its last page, of which `rows` were read, and its counts. */
export interface WalkedSoFar {
  page: number
  rows: number
  /** `digestOfRows` of these rows. */
  digest: string
  end: WalkEnd
  /** The digests of all pages. */
  pages: Iterable<string>
}

interface LedgerSource {
  /** Returns a page of 100 rows, oldest first. Throws `ProblemError`. */
  readPage: (page: number) => Promise<TransactionPageView>
  /** Aborts to stop the walk; `reason` says why. */
  signal: AbortSignal
  seen?: SeenEntries
  /** Goes on from there, after the last page was compared. `seen` must know its entries. */
  after?: WalkedSoFar | undefined
  /** True for the second walk of a ledger whose pages moved. */
  isReread?: boolean
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

/** The rows of a page, and what is known about the whole ledger so far. */
export interface WalkedPage {
  page: number
  /** The rows that neither this reading nor an earlier one of `seen` had. */
  rows: TransactionView[]
  /** The rows that another page or this one had already, or whose ID another row has. */
  repeated: TransactionView[]
  /** The number of all rows of the page, and their `digestOfRows`. */
  rowCount: number
  digest: string
  /** The counts so far; `countAtEnd` is that of this page. */
  end: WalkEnd
  asOf: string
}

/**
 * Walks a ledger page by page, oldest row first, and yields each row once. Ends at a page that is not full when all counted rows and
 * pages have arrived, else at an empty page, or at a refused one where the ledger may end (gaps.md, `count`, `pages`). From the second
 * page on, it ends when a page finally fails after retries, and at a falling count when a second walk may help: deleted rows move
 * later ones up, so the walk may miss some. Where the balances of two pages do not fit, the first one is read again: it shows this as well.
 * @throws ProblemError when the first page cannot be read
 */
export async function* walkLedger({
  readPage,
  signal,
  seen = new SeenEntries(),
  after,
  isReread = false,
  wait,
}: LedgerSource): AsyncGenerator<WalkedPage, WalkEnd> {
  const end: WalkEnd = { ...(after?.end ?? NOTHING_WALKED), isReread, stop: null }
  let position: PagePosition | null = null
  /** The count of the page before, plausible or not. */
  let countBefore: number | null = null
  /** The page before, when it was read in this walk. */
  let before: { rows: readonly TransactionView[]; digest: string } | null = null
  const pagesRead = new Set<string>(after?.pages)
  const firstPage = after?.page ?? 1
  end.lastPage = after?.page ?? 0
  for (let page = firstPage; ; page += 1) {
    if (signal.aborted) return { ...end, stop: stopOf(signal) }
    if (end.rows >= MAX_ROWS || page > MAX_PAGES) return { ...end, stop: { kind: 'tooLong' } }
    const response = await (page === 1 && !isReread ? readPage(page) : readAgain({ readPage, signal, wait }, page))
    if ('why' in response) {
      if (page === after?.page && response.isRefusal) return { ...end, stop: { kind: 'changed', page } }
      const isOver = page > 1 && response.isRefusal && isLedgerEnd(end, MAX_PAGE_SIZE)
      return {
        ...end,
        stop: signal.aborted ? stopOf(signal) : isOver ? null : { kind: 'unread', page, why: response.why },
      }
    }
    const digests = response.results.map(digestOf)
    const readBefore = page === after?.page ? after.rows : 0
    if (readBefore > 0 && digestOfRows(digests.slice(0, readBefore)) !== after?.digest)
      return { ...end, stop: { kind: 'changed', page } }
    const digest = digestOfRows(digests)
    // A row may be missing between the pages: another one was deleted, and as many were added as the counts lack.
    if (before !== null && !leadsOn(before.rows, response.results)) {
      const again = await readAgain({ readPage, signal, wait }, page - 1)
      if (!('why' in again) && digestOfRows(again.results.map(digestOf)) !== before.digest) {
        if (canReadAgain(end)) return { ...end, stop: { kind: 'moved' } }
        end.goneRows += 1
      }
    }
    before = { rows: response.results, digest }
    const newRows = response.results.slice(readBefore)
    position = pagePosition(response, { page, pageSize: MAX_PAGE_SIZE }, position)
    const counted = comparableCount(position, end, newRows.length)
    const { latestCount } = end
    if (counted !== null && latestCount !== null && counted < latestCount) {
      end.fall ??= { from: latestCount, to: counted }
      if (canReadAgain(end)) return { ...end, countAtEnd: counted, stop: { kind: 'moved' } }
    }
    const stated = comparablePages(response, page, end)
    const { statedPages } = end
    if ((counted === null || latestCount === null) && stated !== null && statedPages !== null && stated < statedPages) {
      end.fall ??= { from: statedPages, to: stated, of: 'pages' }
      if (canReadAgain(end)) return { ...end, stop: { kind: 'moved' } }
    }
    if (digests.length > 0 && pagesRead.has(digest) && page !== after?.page) {
      const isOver = isAllListed(end, end.countAtEnd) && isLedgerEnd(end, MAX_PAGE_SIZE)
      return { ...end, stop: isOver ? null : { kind: 'repeated', page } }
    }
    pagesRead.add(digest)
    end.hasPassedEnd ||= digests.length > 0 && page > firstPage && (isCountedEnd(end) || isAllListed(end, countBefore))
    countBefore = response.count
    end.hasRisen ||= counted !== null && latestCount !== null && counted > latestCount
    end.latestCount = counted ?? latestCount
    end.statedPages = stated ?? statedPages
    const found = newRows.map((row, index) => compareRow(row, digests[readBefore + index], seen, end))
    const rows = newRows.filter((_, index) => found[index] !== 'repeated' && found[index] !== 'again')
    const repeated = newRows.filter((_, index) => found[index] === 'repeated' || found[index] === 'sameId')
    end.rows += found.filter((each) => each !== 'repeated').length
    // A count smaller than the rows counts something else.
    const total = position.total !== null && position.total >= end.rows ? position.total : null
    if (page === firstPage) end.countAtStart = total
    if (digests.length === 0) return { ...end, countAtEnd: total ?? end.countAtEnd }
    end.countAtEnd = total
    end.lastPage = page
    end.lastPageRows = digests.length
    end.mostPageRows = Math.max(end.mostPageRows, digests.length)
    const { asOf } = response
    yield { page, rows, repeated, rowCount: digests.length, digest, end: { ...end }, asOf }
    // Without `pages`, even a count larger than the page may be the number of rows so far, so one more page is read. So may both
    // counts be on the first page, when the API's pages are smaller than requested.
    const isCounted = response.pages !== null && response.pages >= 1 && !isBeforeStatedEnd(end)
    const isMaybeFull =
      page === 1
        ? digests.length % ROUND === 0
        : digests.length === (end.hasPassedEnd ? end.mostPageRows : MAX_PAGE_SIZE)
    if (isCounted && isAllListed(end, total) && !isMaybeFull) return end
  }
}

/**
 * Walks a ledger, and once more from its first page when the counts show that pages moved. Yields each row once: the second walk
 * yields only new rows, and counts rows of the first walk that are gone.
 * @throws ProblemError when the first page cannot be read
 */
export async function* walkLedgerAgain(source: LedgerSource): AsyncGenerator<WalkedPage, WalkEnd> {
  const seen = source.seen ?? new SeenEntries()
  const end = yield* walkLedger({ ...source, seen })
  if (!shouldReadAgain(end)) return end
  seen.beginAgain()
  const again = yield* walkLedger({ ...source, seen, isReread: true })
  return again.stop === null ? { ...again, goneRows: again.goneRows + seen.notReadAgain } : again
}

/**
 * Returns the count of a page when it is plausible for all rows; null when it is below the number of rows read. On an empty page it
 * may be below that number when fewer rows arrived than were counted before, because rows were deleted.
 */
function comparableCount({ total, rowCount }: PagePosition, end: WalkEnd, newRows: number): number | null {
  const isOfAll = rowCount === 0 ? !isAllListed(end, end.latestCount) : total !== null && total >= end.rows + newRows
  return isOfAll ? total : null
}

/**
 * Returns the number of pages that a response states; null when its rows contradict it. On an empty page after all stated ones, a
 * smaller number is no news, and neither is one that includes the page itself when the API counts what it has listed so far.
 */
function comparablePages(
  { pages, results }: TransactionPageView,
  page: number,
  { statedPages, lastPage, hasPassedEnd }: WalkEnd,
): number | null {
  if (pages === null || pages < 1) return null
  if (results.length > 0) return pages < page ? null : pages
  if (statedPages !== null && statedPages <= lastPage && pages < statedPages) return null
  return hasPassedEnd && pages === page ? null : pages
}

/** False when a pool's first row of a page starts with another balance than its last row of the page before left. */
function leadsOn(before: readonly TransactionView[], rows: readonly TransactionView[]): boolean {
  const left = new Map(before.map((row) => [poolOf(row).key, readable(row.newBalance)]))
  return poolsOf(rows).every(({ key }) => {
    const start = readable(rows.find((row) => poolOf(row).key === key)?.previousBalance)
    return start === null || start === (left.get(key) ?? start)
  })
}

/** Compares a row with the earlier ones, and counts the response in `end`. */
function compareRow(
  row: TransactionView,
  digest: string | undefined,
  seen: SeenEntries,
  end: WalkEnd,
): ReturnType<SeenEntries['add']> | 'withoutId' {
  const id = readable(row.id)
  if (id === null || digest === undefined) {
    end.rowsWithoutId += 1
    return 'withoutId'
  }
  const found = seen.add(id, digest)
  if (found === 'repeated') end.repeatedRows += 1
  if (found === 'sameId') end.reusedIds += 1
  if (found === 'notCompared') end.rowsNotCompared += 1
  return found
}

/** Statuses by which an API says that a page does not exist; 403 or 408, for example, say nothing of the page. */
const PAST_END: readonly (number | undefined)[] = [400, 410, 416, 422]

const isPastEnd = (problem: Problem): boolean =>
  problem.code === 'not_found' || (isRefusal(problem) && PAST_END.includes(problem.upstreamStatus))

/** Why a page could not be read, and whether the API refused it, as some do for any page past the end. */
interface Unread {
  why: string
  isRefusal: boolean
}

async function readAgain({ readPage, signal, wait = pause }: LedgerSource, page: number) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await readPage(page)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const { title, retryable, retryAfterSeconds = tried } = error.problem
      const unread: Unread = { why: title, isRefusal: isPastEnd(error.problem) }
      const isOver = signal.aborted || !retryable || tried === MAX_TRIES || retryAfterSeconds > LONGEST_WAIT_SECONDS
      if (isOver) return unread
      await wait(retryAfterSeconds * 1000, signal)
    }
  }
}

/** Waits; ends early without an error when aborted. */
const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined)

/** Returns why an aborted walk has stopped. */
export const stopOf = ({ reason }: AbortSignal): WalkStop => ({
  kind: STOP_REASONS.find((kind) => kind === reason) ?? 'clientLeft',
})

const STOP_REASONS = ['cancelled', 'stopped', 'tooManyPools', 'tooManySums'] as const

/** Returns a hash, in hexadecimal digits, of the fields that figures use: rows that differ only in others are the same entry. */
function digestOf(row: TransactionView): string {
  const { billable, allocationBlock: block } = row
  const used = [
    [row.id, row.type, row.createdAt, row.amount, row.previousBalance, row.newBalance, row.eventId, row.operationId],
    [row.billableId, billable?.id, billable?.name, row.allocationBlockId],
    [block?.id, block?.customPricingUnitId, block?.pricingUnit, block?.planName, block?.billingCadence],
    [block?.invoiceId, block?.invoiceVanityId],
  ]
  return hash('sha1', JSON.stringify(used))
}

/** Returns what identifies the content of rows in their order. */
const digestOfRows = (digests: readonly string[]): string => hash('sha1', digests.join(''), 'base64')
