import { createLoader } from 'nuqs/server'
import { idProblem } from '@/contract/requestable-id'
import type { Filter } from '@/lib/core/filter'
import { CURSOR, LIST_PAGE_SIZES, MONTH, NO_DATE } from '@/lib/objects/indexed-objects'
import { type ListName, LISTS, sortsOf } from '@/lib/objects/lists'
import { READ_ID } from '@/lib/reads/reads'
import { typedDay } from '@/lib/time/typed-day'
import { parseAsFilterText, parserOf } from './parse-filter-text'

/** Parses a text that passes the check; any other text counts as absent. */
export const parseAsOneOf = (isAllowed: (text: string) => boolean) =>
  parserOf((text) => (isAllowed(text) ? text : null))

/** Rejects a range that ends in a five-digit year, which no filter takes. */
const LAST_DAY = '9999-12-31'

function filterParser(filter: Filter) {
  switch (filter.kind) {
    case 'text':
    case 'knownText':
      return parseAsFilterText(filter.maxChars)
    case 'choice':
      return parseAsOneOf((text) => Object.hasOwn(filter.choices, text))
    case 'id':
      return parserOf((text) => (idProblem(text.trim()) === null ? text.trim() : null))
    case 'day':
      return parserOf((text) => (typedDay(text) === LAST_DAY ? null : typedDay(text)))
    case 'month':
      return parseAsOneOf((text) => MONTH.test(text) || (filter.none !== undefined && text === NO_DATE))
    case 'run':
      return parseAsOneOf((text) => READ_ID.test(text))
  }
}

/** Returns the URL parameters of filters; a value that is not allowed counts as absent. */
export const filterParams = (filters: Readonly<Record<string, Filter>>) =>
  Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, filterParser(filter)]))

const searchParamsOf = (list: ListName) => ({
  ...filterParams(LISTS[list].filters),
  sort: parseAsOneOf((text) => Object.hasOwn(sortsOf(list), text)),
  order: parseAsOneOf((text) => text === 'asc' || text === 'desc'),
  after: parseAsOneOf((text) => CURSOR.test(text)),
  before: parseAsOneOf((text) => CURSOR.test(text)),
  pageSize: parseAsOneOf((text) => LIST_PAGE_SIZES.some((size) => String(size) === text)),
})

/** The URL parameters of each list. */
export const SEARCH_PARAMS = {
  subscriptions: searchParamsOf('subscriptions'),
  invoices: searchParamsOf('invoices'),
  customers: searchParamsOf('customers'),
} satisfies Record<ListName, unknown>

/** The URL parameters of a list by name; null for those that are missing or not allowed. */
export type ListSearch = Readonly<Record<string, string | null>>

/** Parses the URL of a list on the server exactly as the browser does. */
export const listLoader = (list: ListName) => createLoader(SEARCH_PARAMS[list])

/** Converts the URL parameters of a list to its filters and its order, for what takes all its pages. */
export const listFilters = (list: ListName, search: ListSearch) => ({
  ...givenFilters(LISTS[list].filters, search),
  sort: search.sort ?? Object.keys(sortsOf(list))[0] ?? '',
  order: search.order === 'asc' ? ('asc' as const) : ('desc' as const),
})

/** Converts the URL parameters of a list to the input of its operation. */
export const listInput = (list: ListName, search: ListSearch) => ({
  ...listFilters(list, search),
  after: search.after ?? undefined,
  before: search.before ?? undefined,
  pageSize: Number(search.pageSize ?? LIST_PAGE_SIZES[0]),
})

/** Returns the values of the filters that are set. */
export const givenFilters = (filters: object, search: ListSearch): Record<string, string> =>
  Object.fromEntries(Object.keys(filters).flatMap((name) => (search[name] == null ? [] : [[name, search[name]]])))
