'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProblemPanel } from './problem-panel'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { problemOf } from '@/lib/core/problem-of'

const SKELETON_ROWS = 5

interface QuerySectionProps<Data> {
  title: string
  /** Content at the right of the title. */
  aside?: ReactNode
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Returns the text for an empty result; null when there is content. */
  emptyText: (data: Data) => string | null
  children: (data: Data) => ReactNode
}

/**
 * A section that shows the result of a query: a skeleton, the empty text, or its content. A failed read shows the problem with Retry
 * above it.
 */
export function QuerySection<Data>({ title, aside, query, emptyText, children }: QuerySectionProps<Data>) {
  const { data, error, isFetching, refetch } = query
  const shownEmptyText = data === undefined ? null : emptyText(data)
  return (
    <Section title={title} flush aside={aside}>
      {error && (
        <div className="p-4">
          <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {data === undefined &&
        !error &&
        Array.from({ length: SKELETON_ROWS }, (_, nth) => (
          <div key={nth} className="px-4 py-3 not-last:border-b">
            <Skeleton className="w-3/5" />
          </div>
        ))}
      {shownEmptyText !== null && <p className="text-muted px-4 py-8 text-center text-sm">{shownEmptyText}</p>}
      {data !== undefined && shownEmptyText === null && children(data)}
    </Section>
  )
}
