import { dehydrate, type QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import { ProblemError } from '@/contract/console/problem-error'
import { Queries } from '@/lib/queries/queries'
import { createQueryClient } from '@/lib/queries/query-client'
import { decodePathId } from '@/lib/server/http/path-id'
import { PageProblem } from './page-problem'

interface PrefetchedProps {
  /** The ID in the page's route parameter, still percent-encoded; undefined for pages without an object. */
  param?: string
  /** Prefetches the page's data: `client.fetchQuery({ ...query, queryFn: () => read(…) })`. */
  prefetch: (client: QueryClient, id: string) => Promise<unknown>
  children: (id: string) => ReactNode
}

/** A page whose first HTML contains its data; shows the problem when the read fails. */
export async function Prefetched({ param, prefetch, children }: PrefetchedProps) {
  const loaded = await load(param ?? '', prefetch)
  if (loaded.problem) {
    if (loaded.problem.code === 'not_found') notFound()
    return <PageProblem problem={loaded.problem} />
  }
  return <Queries state={loaded.state}>{children(loaded.id)}</Queries>
}

async function load(param: string, prefetch: PrefetchedProps['prefetch']) {
  const client = createQueryClient()
  try {
    const id = decodePathId(param)
    await prefetch(client, id)
    return { id, state: dehydrate(client) }
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error.problem }
    throw error
  }
}
