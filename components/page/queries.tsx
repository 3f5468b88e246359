'use client'

import { type DehydratedState, HydrationBoundary, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { QueryCacheContext } from '@/lib/core/query-cache'
import { createQueryClient } from '@/lib/core/query-client'

interface QueriesProps {
  /** The data that the server rendered the page with. */
  state?: DehydratedState
  children: ReactNode
}

/** Wraps parts that use queries, so that other pages do not load this code. All pages share one cache. */
export function Queries({ state, children }: QueriesProps) {
  const cache = use(QueryCacheContext)
  // A cache shared by all requests would show one user's data to another.
  if (!cache) throw new Error('Queries needs Providers')
  const client = (cache.client ??= createQueryClient())
  return (
    <QueryClientProvider client={client}>
      <HydrationBoundary state={state}>{children}</HydrationBoundary>
    </QueryClientProvider>
  )
}
