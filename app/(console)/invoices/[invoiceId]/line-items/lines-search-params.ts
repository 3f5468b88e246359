import {
  createLoader,
  createParser,
  type inferParserType,
  parseAsNumberLiteral,
  parseAsStringLiteral,
} from 'nuqs/server'
import { LINES_PER_PAGE } from './lines-per-page'

export const PAGE_SIZES = [20, 50, LINES_PER_PAGE] as const
const MOST_SOUGHT_CHARS = 200

const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  serialize: String,
})
const parseAsSought = createParser({ parse: (text) => text.slice(0, MOST_SOUGHT_CHARS), serialize: String })

/** What of the lines the address shows. A value that is not allowed counts as absent. */
export const linesSearchParams = {
  /** Absent: all of them. `customer`: as the customer sees them. */
  lines: parseAsStringLiteral(['look', 'hidden', 'customer', 'afterEnd']),
  find: parseAsSought.withDefault(''),
  /** Absent: as they were sent. `difference`: the furthest from what was expected first. */
  order: parseAsStringLiteral(['difference']),
  page: parseAsPage.withDefault(1),
  pageSize: parseAsNumberLiteral(PAGE_SIZES).withDefault(LINES_PER_PAGE),
}

export type LinesSearch = inferParserType<typeof linesSearchParams>

/** Reads the address on the server, exactly as the browser does. */
export const loadLinesSearch = createLoader(linesSearchParams)
