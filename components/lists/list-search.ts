import { createParser, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import { CURSOR, LIST_PAGE_SIZES } from '@/lib/objects/indexed-objects'
import { READ_ID } from '@/lib/reads/reads'
import { parseAsFilterText } from './parse-filter-text'

const parseAsCursor = createParser({
  parse: (text) => (CURSOR.test(text) ? text : null),
  serialize: String,
})
const parseAsPageSize = createParser({
  parse: (text) => LIST_PAGE_SIZES.find((size) => String(size) === text) ?? null,
  serialize: String,
})

const parseAsRun = createParser({
  parse: (text) => (READ_ID.test(text) ? text : null),
  serialize: String,
})

/** The URL parameters of every list. */
export const listSearchParams = {
  text: parseAsFilterText(200),
  status: parseAsFilterText(100),
  run: parseAsRun,
  order: parseAsStringLiteral(['asc', 'desc']).withDefault('desc'),
  after: parseAsCursor,
  before: parseAsCursor,
  pageSize: parseAsPageSize.withDefault(LIST_PAGE_SIZES[0]),
}

export type ListSearch = inferParserType<typeof listSearchParams>

/** Changed URL parameters; null for the default. */
export type ListSearchChange<Search = ListSearch> = { [Name in keyof Search]?: Search[Name] | null }

export const FIRST_PAGE = { after: null, before: null }
/** The first page without filters, in the default order. */
export const NO_LIST_SEARCH: ListSearchChange = {
  text: null,
  status: null,
  run: null,
  order: null,
  pageSize: null,
  ...FIRST_PAGE,
}

/** The list of the objects that changed after the user opened them last. */
export const parseAsChanged = parseAsStringLiteral(['unseen'])

interface ListPageInput {
  after?: string | undefined
  before?: string | undefined
  pageSize: number
}

/** Returns the filters and the order of a list's input, for the export of all its pages. */
export function withoutPage<Input extends ListPageInput>(input: Input): Omit<Input, keyof ListPageInput> {
  const { after: _, before: __, pageSize: ___, ...filters } = input
  return filters
}

/** Returns the input that every list takes. */
export const listInput = ({ text, status, run, order, after, before, pageSize }: ListSearch) => ({
  text: text ?? undefined,
  status: status ?? undefined,
  run: run ?? undefined,
  order,
  after: after ?? undefined,
  before: before ?? undefined,
  pageSize,
})
