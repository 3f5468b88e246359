import { createParser, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import { LIST_PAGE_SIZES } from '@/contract/console/seen-list'

/** Parses a text of the address; one that the list cannot take counts as absent. */
const parseAsText = (most: number) =>
  createParser({
    parse: (text) => {
      const sought = text.trim().slice(0, most)
      return sought === '' || /[\p{Cc}\p{Cs}]/u.test(sought) ? null : sought
    },
    serialize: String,
  })
const parseAsCursor = createParser({
  parse: (text) => (/^[\w-]{1,1000}$/.test(text) ? text : null),
  serialize: String,
})
const parseAsPageSize = createParser({
  parse: (text) => LIST_PAGE_SIZES.find((size) => String(size) === text) ?? null,
  serialize: String,
})

/** What the address of every list holds. */
export const listSearchParams = {
  text: parseAsText(200),
  status: parseAsText(100),
  order: parseAsStringLiteral(['asc', 'desc']).withDefault('desc'),
  after: parseAsCursor,
  before: parseAsCursor,
  pageSize: parseAsPageSize.withDefault(LIST_PAGE_SIZES[0]),
}
export const parseAsPlan = parseAsText(250)

export type ListSearch = inferParserType<typeof listSearchParams>

/** A change of the address; null for the default. */
export type ListSearchChange = { [Name in keyof ListSearch]?: ListSearch[Name] | null }

/** The first page of everything. */
export const FIRST_PAGE = { after: null, before: null }
export const NO_LIST_SEARCH: ListSearchChange = {
  text: null,
  status: null,
  order: null,
  after: null,
  before: null,
  pageSize: null,
}

/** Returns the input that every list takes. */
export const listInput = ({ text, status, order, after, before, pageSize }: ListSearch) => ({
  text: text ?? undefined,
  status: status ?? undefined,
  order,
  after: after ?? undefined,
  before: before ?? undefined,
  pageSize,
})
