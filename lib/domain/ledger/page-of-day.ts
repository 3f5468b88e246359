import { MAX_PAGE } from '@/contract/billing/limits'
import type { TransactionView } from '@/contract/console/transaction'
import type { Span } from '../time/zoned-day'
import { instantsOf, isInOrder } from './entry'
import { type CountedPage, totalOf } from './page-position'

interface LedgerResponse extends CountedPage {
  results: readonly Pick<TransactionView, 'createdAt'>[]
}

/** The position of a day in a ledger. Pages count from 1; `response` is the page as it was read. */
export type PageOfDay<Page> =
  | {
      /**
       * `day`: the first page, in the order shown, with a row of that day. `none`: no row is of that day; the page holds
       * the first row after it. `beyond`: all rows come before the day; the page is the last one.
       */
      kind: 'day' | 'none' | 'beyond'
      page: number
      response: Page
    }
  | { kind: WhyNoPage }

/**
 * The ledger has no rows · the rows are not sorted by creation, or undated · the search exceeded its reads · rows were deleted during
 * both searches.
 */
export type WhyNoPage = 'empty' | 'unordered' | 'gaveUp' | 'moved'

interface Search<Page> {
  /** Returns null, or no rows, past the end. */
  readPage: (page: number) => Promise<Page | null>
  order: 'asc' | 'desc'
  day: Span
  /** Null when unknown; a wrong number costs more reads. */
  lastPage: number | null
  /** Called with the number of pages read so far. */
  onRead?: (reads: number) => void
}

/** Pages to try in turn when the last page is unknown: 21 reads then suffice for up to 254,464 pages. */
const PROBES = [512, 131_584, 197_120, 229_888, 246_272, 254_464, 2 ** 20, 2 ** 25, MAX_PAGE]
/** No ledger with correct page numbers needs more reads. */
const MAX_READS = 48

/** Returns the most reads that a search takes when `lastPage` is right, or null for a ledger of up to 254,464 pages. */
export const readsAtMost = (lastPage: number | null) => (lastPage === null ? 21 : Math.ceil(Math.log2(lastPage)) + 3)

class Unsearchable extends Error {
  constructor(readonly kind: 'unordered' | 'gaveUp' | 'moved') {
    super(kind)
  }
}

/**
 * Finds the page that holds a day by bisection, in at most 21 reads for 5,000,000 rows. Rows may be added during the search:
 * they only move the day to later pages, so pages before it stay before it. Deleted rows move the day to earlier pages: the search
 * starts over, once, when a count falls, or when the page before the found one, which it reads again at the end, reaches the day.
 * @throws the errors of `readPage`
 */
export async function pageOfDay<Page extends LedgerResponse>(search: Search<Page>): Promise<PageOfDay<Page>> {
  for (let hasMoved = false; ; hasMoved = true)
    try {
      return await bisect(search)
    } catch (error) {
      if (!(error instanceof Unsearchable)) throw error
      if (error.kind !== 'moved' || hasMoved) return { kind: error.kind }
    }
}

async function bisect<Page extends LedgerResponse>({ lastPage, ...search }: Search<Page>): Promise<PageOfDay<Page>> {
  const read = pageReader(search)
  let latest: Reading<Page> | null = null
  /** The last page that is known to lie before the day. */
  let before: Reading<Page> | null = null
  let to = lastPage ?? MAX_PAGE
  for (const probe of lastPage === null ? PROBES : []) {
    latest = await read(probe)
    to = probe
    if (latest.reaches) break
    before = latest
  }
  for (let stride = 1; ; stride *= 2) {
    let from = before?.page ?? 0
    while (to - from > 1) {
      latest = await read(Math.floor((from + to) / 2))
      if (latest.reaches) to = latest.page
      else {
        before = latest
        from = latest.page
      }
    }
    if (latest?.page !== to) latest = await read(to)
    if (latest.reaches) {
      if (before !== null) before = await read(before.page)
      if (before?.reaches) throw new Unsearchable('moved')
      return resultOf(latest, before)
    }
    before = latest
    to += stride
  }
}

interface Reading<Page> {
  page: number
  response: Page | null
  /** True when the page reaches the day, or the end of the ledger. */
  reaches: boolean
  /** Whether the first row at or after the day is of that day; null past the end. */
  kind: 'day' | 'none' | null
}

function pageReader<Page extends LedgerResponse>({ readPage, order, day, onRead }: Omit<Search<Page>, 'lastPage'>) {
  const isAtOrPastDay = (instant: number) => (order === 'asc' ? instant >= day.start : instant < day.end)
  let reads = 0
  let latestTotal = 0
  return async (page: number): Promise<Reading<Page>> => {
    if (reads === MAX_READS || page > MAX_PAGE) throw new Unsearchable('gaveUp')
    const response = await readPage(page)
    reads += 1
    onRead?.(reads)
    const total = response === null ? null : totalOf(response, page)
    // A count that ends with this page may be of the rows so far; then the last reads show whether rows were deleted.
    const isComparable = total !== null && total !== page * (response?.results.length ?? 0)
    if (isComparable && total < latestTotal) throw new Unsearchable('moved')
    latestTotal = Math.max(latestTotal, total ?? 0)
    if (response === null || response.results.length === 0) return { page, response, reaches: true, kind: null }
    const instants = instantsOf(response.results)
    if (instants.length === 0 || !isInOrder(instants, order)) throw new Unsearchable('unordered')
    const first = instants.find(isAtOrPastDay)
    const isOfDay = first !== undefined && first >= day.start && first < day.end
    return { page, response, reaches: first !== undefined, kind: isOfDay ? 'day' : 'none' }
  }
}

function resultOf<Page>({ kind, page, response }: Reading<Page>, before: Reading<Page> | null): PageOfDay<Page> {
  if (kind !== null && response !== null) return { kind, page, response }
  return before?.response ? { kind: 'beyond', page: before.page, response: before.response } : { kind: 'empty' }
}
