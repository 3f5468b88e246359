import type { TransactionView } from './transaction'
import { readable } from '@/lib/billing-api/unreadable'
import { type CountedPage, type PagePosition, pagePosition } from './page-position'

/** The newest entries of a ledger, from the pages that were read so far. */
export interface NewestEntries {
  /** The number of pages, newest first. */
  pages: number
  entries: readonly TransactionView[]
  /** The count of the last page; null when it was not a total. */
  total: number | null
  hasNextPage: boolean
  /** True when the counts differ although all pages were read again: entries in between may be missing. */
  hasMoved: boolean
}

/** Nothing read yet. */
export const NO_ENTRIES: NewestEntries = { pages: 0, entries: [], total: null, hasNextPage: true, hasMoved: false }

interface Pages {
  /** Returns a page, newest first. */
  readPage: (page: number) => Promise<CountedPage & { results: readonly TransactionView[] }>
  pageSize: number
}

/**
 * Reads the next page of a ledger, newest first. A count that differs from the one before shows that pages moved: then all pages are
 * read again from the first one, once. Each entry is in the result once.
 * @throws the errors of `readPage`
 */
export async function readNextPage(pages: Pages, read: NewestEntries): Promise<NewestEntries> {
  const next = await readOne(pages, read)
  if (!next.hasMoved || read.hasMoved) return next
  let again = NO_ENTRIES
  while (again.pages < next.pages && again.hasNextPage) again = await readOne(pages, again)
  return again
}

async function readOne({ readPage, pageSize }: Pages, read: NewestEntries): Promise<NewestEntries> {
  const page = read.pages + 1
  const response = await readPage(page)
  const position: PagePosition = pagePosition(response, { page, pageSize })
  const hasMoved = read.total !== null && position.total !== null && position.total !== read.total
  return {
    pages: page,
    entries: mergeEntries(read.entries, response.results),
    total: position.total ?? read.total,
    hasNextPage: position.hasNext,
    hasMoved: read.hasMoved || hasMoved,
  }
}

/** Returns the entries followed by those of the others whose ID is not among them. Keeps all entries without a readable ID. */
export function mergeEntries(
  entries: readonly TransactionView[],
  others: readonly TransactionView[],
): readonly TransactionView[] {
  const ids = new Set(entries.map(({ id }) => readable(id)))
  return [...entries, ...others.filter(({ id }) => readable(id) === null || !ids.has(readable(id)))]
}
