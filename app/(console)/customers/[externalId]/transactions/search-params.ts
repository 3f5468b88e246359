import { createLoader, createParser, parseAsNumberLiteral, parseAsStringLiteral } from 'nuqs/server'
import { MAX_PAGE } from '@/contract/billing/limits'

/** Rows a page can have (ux.md); the first is the default. */
export const PAGE_SIZES = [20, 50, 100] as const

/** Longer than any unit's id or name. */
const LONGEST_POOL = 600

/** A page as it is written in the address; null for what is no page. */
export const pageNumber = (text: string): number | null =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_PAGE ? Number(text) : null

const parseAsPage = createParser({ parse: pageNumber, serialize: String })

/** What of the ledger is read by the address. A value that is not allowed counts as absent. */
export const ledgerSearchParams = {
  page: parseAsPage.withDefault(1),
  pageSize: parseAsNumberLiteral(PAGE_SIZES).withDefault(PAGE_SIZES[0]),
  order: parseAsStringLiteral(['asc', 'desc']).withDefault('desc'),
}

/** Which pool's rows are shown of the page: its key, as lib/domain/ledger/pool.ts makes it. */
export const poolSearchParam = createParser({
  parse: (text) => (text.length > 0 && text.length <= LONGEST_POOL ? text : null),
  serialize: String,
})

/** Reads the address on the server, exactly as the browser does. */
export const loadLedgerSearch = createLoader(ledgerSearchParams)
