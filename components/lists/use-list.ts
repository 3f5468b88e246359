'use client'

import { useQueryStates } from 'nuqs'
import { filtersOf, type ListName } from '@/lib/objects/lists'
import { FIRST_PAGE, listInput, type ListSearch, SEARCH_PARAMS, withoutPage } from './list-search'

/** Returns what the URL asks of a list, and the functions that change it. */
export function useList(name: ListName) {
  const [search, setSearch] = useQueryStates(SEARCH_PARAMS[name], { history: 'push' })
  const input = listInput(name, search)
  const names = filtersOf(name).map(([filter]) => filter)
  const change = (wanted: ListSearch) => void setSearch({ ...FIRST_PAGE, ...wanted })
  const nothing: ListSearch = Object.fromEntries(Object.keys(SEARCH_PARAMS[name]).map((param) => [param, null]))
  return {
    name,
    search,
    sort: input.sort,
    order: input.order,
    input,
    /** The filters and the order. */
    filters: withoutPage(input),
    isFiltered: names.some((filter) => search[filter] !== null),
    /** Changes some URL parameters, and shows the first page. */
    change,
    /** Removes all filters, and sets these. */
    show: (wanted: ListSearch = {}) => change({ ...nothing, ...wanted }),
    /** Returns a typed value as the URL would have it; null when it is not allowed. */
    parse: (filter: string, text: string): string | null => SEARCH_PARAMS[name][filter]?.parse(text) ?? null,
  }
}

export type List = ReturnType<typeof useList>
