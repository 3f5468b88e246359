import type { UseQueryResult } from '@tanstack/react-query'
import { problemOf } from '@/lib/core/problem-of'
import { ProblemPanel } from './problem-panel'

interface QueryProblemProps {
  query: Pick<UseQueryResult, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Reads more again than this query. */
  onRetry?: () => void
}

/** The problem of a failed read with Retry, above what was read before; nothing for a read without an error. */
export function QueryProblem({ query: { data, error, isFetching, refetch }, onRetry }: QueryProblemProps) {
  if (!error) return null
  return (
    <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={onRetry ?? (() => void refetch())}>
      {data !== undefined && <p className="mt-1">Below is what was read before.</p>}
    </ProblemPanel>
  )
}
