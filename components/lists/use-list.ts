import { useQueryStates } from 'nuqs'
import type { Filters } from '@/lib/core/filter'
import { type ListName, LISTS } from '@/lib/objects/lists'
import { type filterParams, listFilters, listInput, type ListSearch, SEARCH_PARAMS } from './list-search'

const FIRST_PAGE = { after: null, before: null }

/** Returns what the URL asks of filters, and the functions that change it. @param params the URL parameters of the list */
export function useFilters(filters: Filters, params: ReturnType<typeof filterParams>) {
  const [search, setSearch] = useQueryStates(params, { history: 'push' })
  const change = (wanted: ListSearch) => void setSearch({ ...FIRST_PAGE, ...wanted })
  const nothing: ListSearch = Object.fromEntries(Object.keys(params).map((param) => [param, null]))
  return {
    search,
    isFiltered: Object.keys(filters).some((filter) => search[filter] !== null),
    /** Changes some URL parameters, and shows the first page. */
    change,
    /** Removes all filters, and sets these. */
    show: (wanted: ListSearch = {}) => change({ ...nothing, ...wanted }),
    /** Returns a typed value as the URL would have it; null when it is not allowed. */
    parse: (filter: string, text: string): string | null => params[filter]?.parse(text) ?? null,
  }
}

export type FilterState = ReturnType<typeof useFilters>

/** Returns what the URL asks of a list, and the functions that change it. */
export function useList(name: ListName) {
  const state = useFilters(LISTS[name].filters, SEARCH_PARAMS[name])
  return {
    ...state,
    name,
    input: listInput(name, state.search),
    /** The filters and the order. */
    filters: listFilters(name, state.search),
  }
}

export type List = ReturnType<typeof useList>
