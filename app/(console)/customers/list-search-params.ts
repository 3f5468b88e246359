import { createLoader, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import type { ConsoleInput } from '@/contract/console/operations'
import { listInput, listSearchParams } from '../_seen/list-search'

const { status: _, ...searchParams } = listSearchParams
export const customersSearchParams = {
  ...searchParams,
  sort: parseAsStringLiteral(['seen', 'newest']).withDefault('seen'),
}
type CustomersSearch = inferParserType<typeof customersSearchParams>

/** Parses the address on the server exactly as the browser does. */
export const loadCustomersSearch = createLoader(customersSearchParams)

/** Returns the input of the list that the address names. */
export function customersInput(search: CustomersSearch): ConsoleInput<'listCustomers'> {
  const { status: __, ...input } = listInput({ ...search, status: null })
  return { ...input, sort: search.sort }
}
