import { createLoader, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import { DUE_FILTERS } from '@/contract/console/indexed-objects'
import type { ConsoleInput } from '@/contract/console/operations'
import { listInput, listSearchParams, parseAsChanged } from '../_lists/list-search'

export const invoicesSearchParams = {
  ...listSearchParams,
  due: parseAsStringLiteral(DUE_FILTERS),
  changed: parseAsChanged,
  sort: parseAsStringLiteral(['attention', 'seen', 'due']).withDefault('attention'),
}
type InvoicesSearch = inferParserType<typeof invoicesSearchParams>

/** Parses the URL on the server exactly as the browser does. */
export const loadInvoicesSearch = createLoader(invoicesSearchParams)

/** Converts the URL parameters to a query. */
export const invoicesInput = (search: InvoicesSearch): ConsoleInput<'listInvoices'> => ({
  ...listInput(search),
  due: search.due ?? undefined,
  changed: search.changed ?? undefined,
  sort: search.sort,
})
