import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react'

/** Holds the query client across pages; empty until a page uses queries. */
export interface QueryCache {
  client?: QueryClient
}

export const QueryCacheContext = createContext<QueryCache | null>(null)
