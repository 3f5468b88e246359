import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryProblem } from './query-problem'
import { Section } from '@/components/ui/section'
import { SkeletonRows } from '@/components/ui/skeleton'

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
  const { data, error } = query
  const shownEmptyText = data === undefined ? null : emptyText(data)
  return (
    <Section title={title} flush aside={aside}>
      <div className="p-4 empty:hidden">
        <QueryProblem query={query} />
      </div>
      {data === undefined && !error && <SkeletonRows />}
      {shownEmptyText !== null && <p className="text-muted px-4 py-8 text-center text-sm">{shownEmptyText}</p>}
      {data !== undefined && shownEmptyText === null && children(data)}
    </Section>
  )
}
