'use client'

import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Pagination } from '@/components/ui/pagination'
import { type PagePosition, rowsInWords } from '@/lib/domain/ledger/page-position'
import { PageJumps } from './page-jumps'
import { PAGE_SIZES } from './search-params'
import type { DaySearch } from './use-day-search'
import { PAGE_KEYS } from './use-page-keys'

/** The day search loads with its first use. */
const DaySearchLine = lazyWithRetry(() => import('./day-search-line').then((module) => module.DaySearchLine))

interface LedgerFooterProps {
  position: PagePosition
  /** True when the rows have loaded or their position is known. */
  isKnown: boolean
  order: 'asc' | 'desc'
  onPage: (page: number) => void
  onPrefetch: (page: number) => void
  onPageSize: (pageSize: number) => void
  search: DaySearch | null
  onDay: (day: string, timeZone: string) => void
  onStop: () => void
}

/** The position of the page in its ledger, with links to other pages; sticky when there is room. */
export function LedgerFooter({
  position,
  isKnown,
  order,
  onPage,
  onPrefetch,
  onPageSize,
  search,
  onDay,
  onStop,
}: LedgerFooterProps) {
  return (
    <div className="no-print bg-surface z-10 rounded-b-lg border-t px-4 py-2 [@media(min-width:40rem)_and_(min-height:36rem)]:sticky [@media(min-width:40rem)_and_(min-height:36rem)]:bottom-0">
      <div role="status" className="text-sm">
        {search && <DaySearchLine search={search} order={order} onStop={onStop} />}
      </div>
      <Pagination
        page={position.page}
        lastPage={position.lastPage}
        hasNext={position.hasNext}
        onPage={onPage}
        onPrefetch={onPrefetch}
        pageSize={position.pageSize}
        pageSizes={PAGE_SIZES}
        onPageSize={onPageSize}
        keys={PAGE_KEYS}
        jumps={<PageJumps lastPage={position.lastPage} onPage={onPage} onDay={onDay} onNoDay={onStop} />}
      >
        {isKnown ? rowsInWords(position) : `Page ${position.page}`}
      </Pagination>
    </div>
  )
}
