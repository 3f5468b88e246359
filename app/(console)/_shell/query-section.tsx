'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { problemOf } from '@/lib/browser/problem-of'

interface QuerySectionProps<Data> {
  title: string
  /** Content at the right of the title. */
  aside?: ReactNode
  read: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Says that there is nothing, and why; null when there is something. */
  nothing: (data: Data) => string | null
  children: (data: Data) => ReactNode
}

/** A section around what a query reads: a problem with a way to try again, a skeleton, nothing, or its content. */
export function QuerySection<Data>({ title, aside, read, nothing, children }: QuerySectionProps<Data>) {
  const { data, error, isFetching, refetch } = read
  const none = data === undefined ? null : nothing(data)
  return (
    <Section title={title} flush aside={aside}>
      {error && (
        <div className="p-4">
          <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {data === undefined && !error && <Skeleton className="m-4 h-48" />}
      {none !== null && <p className="text-muted px-4 py-8 text-center text-sm">{none}</p>}
      {data !== undefined && none === null && children(data)}
    </Section>
  )
}
