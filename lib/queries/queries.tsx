'use client'

import { type DehydratedState, HydrationBoundary, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { QueryCacheContext } from './query-cache'
import { createQueryClient } from './query-client'

interface QueriesProps {
  /** What the page was sent with. */
  state?: DehydratedState
  children: ReactNode
}

/** Around what reads and writes: pages that do neither load none of the code for it. The cache is one for all pages. */
export function Queries({ state, children }: QueriesProps) {
  const cache = use(QueryCacheContext)
  // One that all requests share would show one user's data to another.
  if (!cache) throw new Error('Queries stand within Providers')
  const client = (cache.client ??= createQueryClient())
  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={state}>{children}</HydrationBoundary>
    </QueryClientProvider>
  )
}
