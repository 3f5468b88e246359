import type { InputOf } from '@/lib/api'
import { createLoader, type inferParserType, parseAsStringLiteral } from 'nuqs/server'
import { parseAsFilterText, parseAsMonth } from '@/components/lists/parse-filter-text'
import { listInput, listSearchParams, parseAsChanged } from '@/components/lists/list-search'

export const subscriptionsSearchParams = {
  ...listSearchParams,
  plan: parseAsFilterText(250),
  end: parseAsStringLiteral(['soon']),
  unread: parseAsMonth,
  changed: parseAsChanged,
  sort: parseAsStringLiteral(['attention', 'seen', 'end']).withDefault('attention'),
}
type SubscriptionsSearch = inferParserType<typeof subscriptionsSearchParams>

/** Parses the URL on the server exactly as the browser does. */
export const loadSubscriptionsSearch = createLoader(subscriptionsSearchParams)

/** Converts the URL parameters to a query. */
export const subscriptionsInput = (search: SubscriptionsSearch): InputOf<'listSubscriptions'> => ({
  ...listInput(search),
  plan: search.plan ?? undefined,
  end: search.end ?? undefined,
  unread: search.unread ?? undefined,
  changed: search.changed ?? undefined,
  sort: search.sort,
})
