'use client'

import { Button } from '@/components/ui/button'
import { Pagination } from '@/components/ui/pagination'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import { type PagePosition, rowsInWords } from '@/lib/domain/page-position'
import { daySearchWords } from './day-search-words'
import { PageJumps } from './page-jumps'
import { PAGE_SIZES } from './search-params'
import type { DaySearch } from './use-day-search'
import { PAGE_KEYS } from './use-page-keys'

interface LedgerFooterProps {
  position: PagePosition
  /** Whether the rows are there, or it is known which they will be. */
  isKnown: boolean
  order: 'asc' | 'desc'
  onPage: (page: number) => void
  onPageSize: (pageSize: number) => void
  search: DaySearch | null
  onDay: (day: string, timeZone: string) => void
  onStop: () => void
}

/** Where the page lies in its ledger, and the ways to others; stays in sight where there is room for it. */
export function LedgerFooter({
  position,
  isKnown,
  order,
  onPage,
  onPageSize,
  search,
  onDay,
  onStop,
}: LedgerFooterProps) {
  return (
    <div className="no-print bg-surface z-10 rounded-b-lg border-t px-4 py-2 [@media(min-width:40rem)_and_(min-height:36rem)]:sticky [@media(min-width:40rem)_and_(min-height:36rem)]:bottom-0">
      <div role="status" className="text-sm">
        {search && (
          <SearchLine onStop={search.state === 'running' ? onStop : null}>{daySearchWords(search, order)}</SearchLine>
        )}
      </div>
      <Pagination
        page={position.page}
        lastPage={position.lastPage}
        hasNext={position.hasNext}
        onPage={onPage}
        pageSize={position.pageSize}
        pageSizes={PAGE_SIZES}
        onPageSize={onPageSize}
        keys={PAGE_KEYS}
        jumps={<PageJumps lastPage={position.lastPage} onPage={onPage} onDay={onDay} />}
      >
        {isKnown ? rowsInWords(position) : `Page ${position.page}`}
      </Pagination>
    </div>
  )
}

/** How far a search is, or why it ended without a page. */
function SearchLine({ onStop, children }: { onStop: (() => void) | null; children: string }) {
  const focusReturn = useFocusReturn()
  return (
    <div {...focusReturn} className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2 tabular-nums">
      <span>{children}</span>
      {onStop && (
        <Button small onClick={onStop}>
          Stop looking
        </Button>
      )}
    </div>
  )
}
