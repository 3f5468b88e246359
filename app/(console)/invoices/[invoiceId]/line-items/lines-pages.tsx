import { Pagination } from '@/components/ui/pagination'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { PAGE_SIZES } from './lines-search-params'
import type { ShownLines } from './shown-lines'
import type { useLinesSearch } from './use-lines-search'

interface LinesPagesProps {
  shown: ShownLines
  totalLines: number
  lines: ReturnType<typeof useLinesSearch>
  onTurn: (page: number) => void
}

/** Shows which lines are displayed, with links to the other pages; renders nothing when a short invoice shows all. */
export function LinesPages({ shown, totalLines, lines: { search, setPageSize }, onTurn }: LinesPagesProps) {
  const { page, lastPage, matches } = shown
  const isFiltered = search.lines !== null || search.find !== ''
  if (totalLines <= PAGE_SIZES[0] && !isFiltered) return null
  const first = (page - 1) * search.pageSize + 1
  return (
    <div className="no-print bg-surface bottom-0 z-10 rounded-b-lg border-t px-4 py-2 [@media(min-height:30rem)]:sticky">
      <Pagination
        page={page}
        lastPage={lastPage}
        hasNext={page < lastPage}
        onPage={onTurn}
        pageSize={search.pageSize}
        pageSizes={PAGE_SIZES}
        onPageSize={setPageSize}
      >
        {shown.shown.length > 0 && `${formatNumber(first)}–${formatNumber(first + shown.shown.length - 1)} of `}
        {isFiltered
          ? `${formatCount(matches, 'matching line')}, ${formatNumber(totalLines)} in all`
          : formatCount(totalLines, 'line')}
      </Pagination>
    </div>
  )
}
