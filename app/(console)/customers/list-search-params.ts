import type { InputOf } from '@/lib/api'
import { createLoader, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import { listInput, listSearchParams } from '@/components/lists/list-search'

const { status: _, ...searchParams } = listSearchParams
export const customersSearchParams = {
  ...searchParams,
  sort: parseAsStringLiteral(['seen', 'newest']).withDefault('seen'),
}
type CustomersSearch = inferParserType<typeof customersSearchParams>

/** Parses the URL on the server exactly as the browser does. */
export const loadCustomersSearch = createLoader(customersSearchParams)

/** Converts the URL parameters to a query. */
export function customersInput(search: CustomersSearch): InputOf<'listCustomers'> {
  const { status: __, ...input } = listInput({ ...search, status: null })
  return { ...input, sort: search.sort }
}
