import { useQueryStates } from 'nuqs'
import { LINES_PER_PAGE, type LinesSearch, linesSearchParams, PAGE_SIZES } from './lines-search-params'

/**
 * Filter, order and page of the lines, stored in the URL: each change except typing is a history entry, so Back undoes
 * it.
 */
export function useLinesSearch() {
  const [search, setSearch] = useQueryStates(linesSearchParams, { history: 'push' })
  return {
    search,
    showLines: (lines: LinesSearch['lines']) => void setSearch({ lines, page: 1 }),
    setOrder: (order: LinesSearch['order']) => void setSearch({ order, page: 1 }),
    find: (text: string) => void setSearch({ find: text, page: 1 }, { history: 'replace' }),
    showPage: (page: number) => void setSearch({ page }),
    setPageSize: (wanted: number) =>
      void setSearch({ pageSize: PAGE_SIZES.find((size) => size === wanted) ?? LINES_PER_PAGE, page: 1 }),
  }
}
