import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'

/** Where the cache of what was read is kept from page to page; empty until a page reads something. */
export interface QueryCache {
  client?: QueryClient
}

export const QueryCacheContext = createContext<QueryCache | null>(null)
