import { createLoader, createParser } from 'nuqs/server'
import { CURSOR, LIST_PAGE_SIZES, MONTH, NO_DATE } from '@/lib/objects/indexed-objects'
import { filtersOf, type ListFilter, type ListName, LISTS } from '@/lib/objects/lists'
import { READ_ID } from '@/lib/reads/reads'
import { parseAsFilterText } from './parse-filter-text'

const parseAsOneOf = (isAllowed: (text: string) => boolean) =>
  createParser({ parse: (text) => (isAllowed(text) ? text : null), serialize: String })

function parserOf(filter: ListFilter) {
  switch (filter.kind) {
    case 'text':
      return parseAsFilterText(filter.maxChars)
    case 'status':
      return parseAsFilterText(100)
    case 'month':
      return parseAsOneOf((text) => MONTH.test(text) || (filter.none !== undefined && text === NO_DATE))
    case 'choice':
      return parseAsOneOf((text) => Object.hasOwn(filter.choices, text))
    case 'run':
      return parseAsOneOf((text) => READ_ID.test(text))
  }
}

const searchParamsOf = (list: ListName) =>
  Object.fromEntries([
    ...filtersOf(list).map(([name, filter]) => [name, parserOf(filter)] as const),
    ['sort', parseAsOneOf((text) => Object.hasOwn(LISTS[list].sorts, text))] as const,
    ['order', parseAsOneOf((text) => text === 'asc' || text === 'desc')] as const,
    ['after', parseAsOneOf((text) => CURSOR.test(text))] as const,
    ['before', parseAsOneOf((text) => CURSOR.test(text))] as const,
    ['pageSize', parseAsOneOf((text) => LIST_PAGE_SIZES.some((size) => String(size) === text))] as const,
  ])

/** The URL parameters of each list. */
export const SEARCH_PARAMS = {
  subscriptions: searchParamsOf('subscriptions'),
  invoices: searchParamsOf('invoices'),
  customers: searchParamsOf('customers'),
} satisfies Record<ListName, unknown>

/** The URL parameters of a list by name; null for those that are missing or not allowed. */
export type ListSearch = Readonly<Record<string, string | null>>

export const FIRST_PAGE = { after: null, before: null }

/** Parses the URL of a list on the server exactly as the browser does. */
export const listLoader = (list: ListName) => createLoader(SEARCH_PARAMS[list])

/** Converts the URL parameters of a list to the input of its operation. */
export function listInput(list: ListName, search: ListSearch) {
  const given = filtersOf(list).flatMap(([name]) => (search[name] == null ? [] : [[name, search[name]] as const]))
  const filters: Record<string, string> = Object.fromEntries(given)
  return {
    ...filters,
    sort: sortOf(list, search),
    order: orderOf(search),
    after: search.after ?? undefined,
    before: search.before ?? undefined,
    pageSize: Number(search.pageSize ?? LIST_PAGE_SIZES[0]),
  }
}

const sortOf = (list: ListName, { sort }: ListSearch): string => sort ?? Object.keys(LISTS[list].sorts)[0] ?? ''
const orderOf = ({ order }: ListSearch): 'asc' | 'desc' => (order === 'asc' ? 'asc' : 'desc')

/** Returns the filters and the order of a list's input, for what takes all its pages. */
export function withoutPage(input: ReturnType<typeof listInput>) {
  const { after: _, before: __, pageSize: ___, ...filters } = input
  return filters
}
