import {
  createLoader,
  createParser,
  type inferParserType,
  parseAsNumberLiteral,
  parseAsStringLiteral,
} from 'nuqs/server'

/** The default page size, and the number of lines in the first HTML of a long invoice. */
export const LINES_PER_PAGE = 100
export const PAGE_SIZES = [20, 50, LINES_PER_PAGE] as const
const MAX_SEARCH_CHARS = 200

const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  serialize: String,
})
const parseAsFilterText = createParser({ parse: (text) => text.slice(0, MAX_SEARCH_CHARS), serialize: String })

/** The parameters that select the lines. A value that is not allowed counts as absent. */
export const linesSearchParams = {
  /** Absent: all lines. `customer`: the customer's view. */
  lines: parseAsStringLiteral(['look', 'hidden', 'customer', 'afterEnd', 'beforeStart']),
  find: parseAsFilterText.withDefault(''),
  /** Absent: the invoice's order. `difference`: the largest difference from the expected amount first. */
  order: parseAsStringLiteral(['difference']),
  page: parseAsPage.withDefault(1),
  pageSize: parseAsNumberLiteral(PAGE_SIZES).withDefault(LINES_PER_PAGE),
}

export type LinesSearch = inferParserType<typeof linesSearchParams>

/** Parses the URL on the server exactly as the browser does. */
export const loadLinesSearch = createLoader(linesSearchParams)
