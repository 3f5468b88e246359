import { createLoader, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import type { ConsoleInput } from '@/contract/console/operations'
import { listInput, listSearchParams, parseAsPlan } from '../_seen/list-search'

export const subscriptionsSearchParams = {
  ...listSearchParams,
  plan: parseAsPlan,
  end: parseAsStringLiteral(['soon']),
  sort: parseAsStringLiteral(['seen', 'end']).withDefault('seen'),
}
type SubscriptionsSearch = inferParserType<typeof subscriptionsSearchParams>

/** Parses the address on the server exactly as the browser does. */
export const loadSubscriptionsSearch = createLoader(subscriptionsSearchParams)

/** Returns the input of the list that the address names. */
export const subscriptionsInput = (search: SubscriptionsSearch): ConsoleInput<'listSubscriptions'> => ({
  ...listInput(search),
  plan: search.plan ?? undefined,
  end: search.end ?? undefined,
  sort: search.sort,
})
