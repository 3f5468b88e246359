import type { InputOf } from '@/lib/api'
import { INVOICE_VERDICTS } from '@/lib/invoices/finding'
import { createLoader, createParser, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import { DUE_FILTERS, MONTH, NO_DATE } from '@/lib/objects/indexed-objects'
import { parseAsFilterText } from '@/components/lists/parse-filter-text'
import { listInput, listSearchParams, parseAsChanged } from '@/components/lists/list-search'

const parseAsIssued = createParser({
  parse: (text) => (text === NO_DATE || MONTH.test(text) ? text : null),
  serialize: String,
})

export const invoicesSearchParams = {
  ...listSearchParams,
  due: parseAsStringLiteral(DUE_FILTERS),
  issued: parseAsIssued,
  plan: parseAsFilterText(250),
  verdict: parseAsStringLiteral(INVOICE_VERDICTS),
  changed: parseAsChanged,
  sort: parseAsStringLiteral(['attention', 'seen', 'due']).withDefault('attention'),
}
type InvoicesSearch = inferParserType<typeof invoicesSearchParams>

/** Parses the URL on the server exactly as the browser does. */
export const loadInvoicesSearch = createLoader(invoicesSearchParams)

/** Converts the URL parameters to a query. */
export const invoicesInput = (search: InvoicesSearch): InputOf<'listInvoices'> => ({
  ...listInput(search),
  due: search.due ?? undefined,
  issued: search.issued ?? undefined,
  plan: search.plan ?? undefined,
  verdict: search.verdict ?? undefined,
  changed: search.changed ?? undefined,
  sort: search.sort,
})
