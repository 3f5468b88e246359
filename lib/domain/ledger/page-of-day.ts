import { MAX_PAGE } from '@/contract/billing/limits'
import type { TransactionView } from '@/contract/console/transaction'
import { instantsOf, isInOrder } from './creation-order'
import type { Span } from '../time/zoned-day'

interface Answer {
  results: readonly Pick<TransactionView, 'createdAt'>[]
}

/** Where a day lies in a ledger. Pages count from 1; `answer` is what was read of the page. */
export type PageOfDay<Page> =
  | {
      /**
       * `day`: the first page, in the order shown, with a row of that day. `none`: no row is of that day; the page holds
       * the first row behind it. `beyond`: all rows come before it; the last page.
       */
      kind: 'day' | 'none' | 'beyond'
      page: number
      answer: Page
    }
  | { kind: WhyNoPage }

/** No rows · not in the order of their creation, or silent about it · pages that lead nowhere. */
export type WhyNoPage = 'empty' | 'unordered' | 'gaveUp'

interface Search<Page> {
  /** Null past the end, as are no rows. */
  readPage: (page: number) => Promise<Page | null>
  order: 'asc' | 'desc'
  day: Span
  /** Null where nobody knows; one that is wrong costs reads. */
  lastPage: number | null
  /** Is told how many pages were read. */
  onRead?: (reads: number) => void
}

/** Tried in turn where the last page is not known: of up to 254,464 pages each is then found in 20 reads. */
const PROBES = [512, 131_584, 197_120, 229_888, 246_272, 254_464, 2 ** 20, 2 ** 25, MAX_PAGE]
/** No ledger whose pages are what they say takes more. */
const MOST_READS = 48

/** How many reads a search takes where the last page is what it says; where nobody knows it, of up to 254,464 pages. */
export const readsAtMost = (lastPage: number | null) => (lastPage === null ? 20 : Math.ceil(Math.log2(lastPage)) + 2)

class Unsearchable extends Error {
  constructor(readonly kind: 'unordered' | 'gaveUp') {
    super(kind)
  }
}

/**
 * Finds the page that holds a day by bisection: among 5,000,000 rows in at most 20 reads. Rows may be added meanwhile:
 * that moves a day to later pages only, so what lay before it still does, and the page it is found on is read last.
 * @throws what `readPage` throws
 */
export async function pageOfDay<Page extends Answer>(search: Search<Page>): Promise<PageOfDay<Page>> {
  try {
    return await bisect(search)
  } catch (error) {
    if (error instanceof Unsearchable) return { kind: error.kind }
    throw error
  }
}

async function bisect<Page extends Answer>({ lastPage, ...search }: Search<Page>): Promise<PageOfDay<Page>> {
  const read = pageReader(search)
  let latest: Reading<Page> | null = null
  /** The last page of which it is known that the day comes after it. */
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
    if (latest.reaches) return found(latest, before)
    before = latest
    to += stride
  }
}

interface Reading<Page> {
  page: number
  answer: Page | null
  /** Whether the day has come by the end of the page, or the ledger has ended. */
  reaches: boolean
  /** What the page begins with, of the day or behind it; null past the end. */
  kind: 'day' | 'none' | null
}

function pageReader<Page extends Answer>({ readPage, order, day, onRead }: Omit<Search<Page>, 'lastPage'>) {
  const hasCome = (instant: number) => (order === 'asc' ? instant >= day.start : instant < day.end)
  let reads = 0
  return async (page: number): Promise<Reading<Page>> => {
    if (reads === MOST_READS || page > MAX_PAGE) throw new Unsearchable('gaveUp')
    const answer = await readPage(page)
    reads += 1
    onRead?.(reads)
    if (answer === null || answer.results.length === 0) return { page, answer, reaches: true, kind: null }
    const instants = instantsOf(answer.results)
    if (instants.length === 0 || !isInOrder(instants, order)) throw new Unsearchable('unordered')
    const first = instants.find(hasCome)
    const isOfDay = first !== undefined && first >= day.start && first < day.end
    return { page, answer, reaches: first !== undefined, kind: isOfDay ? 'day' : 'none' }
  }
}

function found<Page>({ kind, page, answer }: Reading<Page>, before: Reading<Page> | null): PageOfDay<Page> {
  if (kind !== null && answer !== null) return { kind, page, answer }
  return before?.answer ? { kind: 'beyond', page: before.page, answer: before.answer } : { kind: 'empty' }
}
