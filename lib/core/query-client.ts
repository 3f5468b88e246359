import { QueryClient } from '@tanstack/react-query'

/**
 * Creates a query client. Data never becomes stale by itself, so a page does not change while it is read. The browser does not
 * retry, because the console's server does. `networkMode: 'always'` sends requests at once: a change that waited for the
 * network would be sent when the agent no longer looks. A page's data is dehydrated without absent fields, because React would send
 * each of them as "$undefined".
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      dehydrate: { serializeData: withoutAbsentFields },
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: Infinity,
        gcTime: 5 * 60_000,
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  })
}

/** Returns the data as an operation's JSON response has it. */
const withoutAbsentFields = (data: unknown): unknown => JSON.parse(JSON.stringify(data))
