import { dehydrate, HydrationBoundary, type QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { ProblemError } from '@/lib/problem-error'
import { createQueryClient } from '@/lib/queries/query-client'
import { PageProblem } from './page-problem'

interface PrefetchedProps {
  /** Fills the client with what the page shows first: `client.fetchQuery({ ...query, queryFn: () => read(…) })`. */
  prefetch: (client: QueryClient) => Promise<unknown>
  children: ReactNode
}

/** A page whose first HTML holds its data; says so plainly when the data could not be had. */
export async function Prefetched({ prefetch, children }: PrefetchedProps) {
  const client = createQueryClient()
  try {
    await prefetch(client)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    if (error.problem.code === 'not_found') notFound()
    return <PageProblem problem={error.problem} />
  }
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>
}
