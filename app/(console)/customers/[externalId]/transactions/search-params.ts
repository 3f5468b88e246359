import { createLoader, createParser, parseAsNumberLiteral, parseAsStringLiteral } from 'nuqs/server'
import { MAX_PAGE } from '@/contract/billing/limits'

/** Rows a page can have (ux.md); the first is the default. */
export const PAGE_SIZES = [20, 50, 100] as const

const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_PAGE ? Number(text) : null),
  serialize: String,
})

/** What of the ledger the address shows. A value that is not allowed counts as absent. */
export const ledgerSearchParams = {
  page: parseAsPage.withDefault(1),
  pageSize: parseAsNumberLiteral(PAGE_SIZES).withDefault(PAGE_SIZES[0]),
  order: parseAsStringLiteral(['asc', 'desc']).withDefault('desc'),
}

/** Reads the address on the server, exactly as the browser does. */
export const loadLedgerSearch = createLoader(ledgerSearchParams)
