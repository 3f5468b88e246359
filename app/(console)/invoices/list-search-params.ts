import { createLoader, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import type { ConsoleInput } from '@/contract/console/operations'
import { listInput, listSearchParams } from '../_lists/list-search'

export const invoicesSearchParams = {
  ...listSearchParams,
  due: parseAsStringLiteral(['overdue']),
  sort: parseAsStringLiteral(['seen', 'due']).withDefault('seen'),
}
type InvoicesSearch = inferParserType<typeof invoicesSearchParams>

/** Parses the URL on the server exactly as the browser does. */
export const loadInvoicesSearch = createLoader(invoicesSearchParams)

/** Converts the URL parameters to a query. */
export const invoicesInput = (search: InvoicesSearch): ConsoleInput<'listInvoices'> => ({
  ...listInput(search),
  due: search.due ?? undefined,
  sort: search.sort,
})
