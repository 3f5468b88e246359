import { QueryClient } from '@tanstack/react-query'

/**
 * A client with the console's habits: data stands until somebody asks again, so a page never changes under the
 * reader's eyes; the console's server already retries reads, so the browser does not. Whatever the browser believes of
 * the network, what is asked is asked now: a write that waited for it would be made when nobody looks.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
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
