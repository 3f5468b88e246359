import {
  createLoader,
  createParser,
  type inferParserType,
  parseAsNumberLiteral,
  parseAsStringLiteral,
} from 'nuqs/server'
import { MAX_ID_CHARS } from '@/contract/requestable-id'
import { MAX_PAGE } from '@/contract/billing/limits'
import { FILTER_AMOUNT } from '@/lib/ledger/transaction'
import { DAY, parseAsFilterText, parseAsForm, parseAsPool } from '@/components/lists/parse-filter-text'

/** Possible page sizes; the first is the default. */
export const PAGE_SIZES = [20, 50, 100] as const

/** Parses a page number in the URL; null for an invalid one. */
export const pageNumber = (text: string): number | null =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_PAGE ? Number(text) : null

const parseAsPage = createParser({ parse: pageNumber, serialize: String })

/** The parameters that select the page of the ledger. A value that is not allowed counts as absent. */
export const ledgerSearchParams = {
  page: parseAsPage.withDefault(1),
  pageSize: parseAsNumberLiteral(PAGE_SIZES).withDefault(PAGE_SIZES[0]),
  order: parseAsStringLiteral(['asc', 'desc']).withDefault('desc'),
}

export type LedgerSearch = inferParserType<typeof ledgerSearchParams>

/** The ID of the transaction whose row has the focus. */
export const transactionSearchParam = parseAsFilterText(MAX_ID_CHARS)

/** Parses the URL on the server exactly as the browser does. */
export const loadLedgerSearch = createLoader(ledgerSearchParams)

/** The filters of the whole ledger. Days are UTC, both included. */
export const filterSearchParams = {
  type: parseAsFilterText(250),
  billable: parseAsFilterText(MAX_ID_CHARS),
  block: parseAsFilterText(MAX_ID_CHARS),
  pool: parseAsPool,
  from: parseAsForm(DAY),
  to: parseAsForm(DAY),
  amountFrom: parseAsForm(FILTER_AMOUNT),
  amountTo: parseAsForm(FILTER_AMOUNT),
  idContains: parseAsFilterText(MAX_ID_CHARS),
}
