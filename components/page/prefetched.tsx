import { dehydrate } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Queries } from './queries'
import { pageQueryClient } from '@/lib/prefetch'

/** A page whose first HTML contains what it prefetched. */
export const Prefetched = ({ children }: { children: ReactNode }) => (
  <Queries state={dehydrate(pageQueryClient())}>{children}</Queries>
)
