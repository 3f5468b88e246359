'use client'

import { type DehydratedState, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProblemPanel } from '@/components/problem-panel'
import { Button } from '@/components/ui/button'
import { Section } from '@/components/ui/section'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import { problemOf } from '@/lib/browser/problem-of'
import { sortNeedsReviewFirst } from '@/lib/domain/change/sort-needs-review-first'
import { Queries } from '@/lib/queries/queries'
import { operationQuery } from '@/lib/queries/operation-query'
import { unresolvedChanges } from '@/lib/queries/unresolved-changes'
import { pauseBeforeNext } from '@/lib/queries/use-change'
import { UnresolvedChange } from './unresolved-change'

/** @param state the first page, as the server read it */
export function UnresolvedList({ state }: { state: DehydratedState }) {
  return (
    <Queries state={state}>
      <List />
    </Queries>
  )
}

/** Renders nothing when there are no open changes. */
function List() {
  const [page, setPage] = useState(1)
  const input = unresolvedChanges(page)
  const { data, error, isFetching, refetch } = useQuery({
    ...operationQuery('listChanges', input),
    // Keeps the present page until the next one is loaded.
    placeholderData: (before) => before,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => soonest(state.data?.changes.map((each) => pauseBeforeNext(each)) ?? []),
  })
  const focusReturn = useFocusReturn()
  if (error && !data)
    return (
      <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()}>
        <p className="mt-1">Whether there are unresolved actions is not known.</p>
      </ProblemPanel>
    )
  if (!data || data.count === 0) return null

  const { changes, count } = data
  const lastPage = Math.max(1, Math.ceil(count / input.pageSize))
  return (
    <div {...focusReturn}>
      <Section
        title="Unresolved actions"
        flush
        aside={<span className="text-muted text-xs tabular-nums">{count}</span>}
      >
        {error && (
          <p role="status" className="text-muted px-4 pt-2 text-xs">
            They could not be looked up just now. Below is what was read before.
          </p>
        )}
        <ul aria-label="Unresolved actions" className="divide-y">
          {sortNeedsReviewFirst(changes).map((change) => (
            <UnresolvedChange key={change.id} change={change} />
          ))}
        </ul>
        {(lastPage > 1 || page > 1) && (
          <nav aria-label="Pagination" className="flex flex-wrap items-center justify-between gap-2 border-t px-4 py-2">
            <Button small aria-disabled={page === 1 || undefined} onClick={() => setPage(page - 1)}>
              Newer
            </Button>
            <span aria-live="polite" className="text-muted text-xs tabular-nums">
              Page {page} of {lastPage}
            </span>
            <Button small aria-disabled={page >= lastPage || undefined} onClick={() => setPage(page + 1)}>
              Older
            </Button>
          </nav>
        )}
      </Section>
    </div>
  )
}

/** Returns the shortest pause in milliseconds; false when there is none. */
const soonest = (pauses: readonly (number | false)[]): number | false => {
  const some = pauses.filter((pause) => pause !== false)
  return some.length === 0 ? false : Math.min(...some)
}
