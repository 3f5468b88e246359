import { type InputOf, operationQuery } from '@/lib/api'
import { type DehydratedState, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Instant } from '@/components/time/instant'
import { ProblemPanel } from '@/components/page/problem-panel'
import { PageSteps } from '@/components/ui/pagination'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { SubscriptionChange } from '@/lib/changes/change'
import { problemOf } from '@/lib/core/problem-of'
import { sortNeedsReviewFirst } from '@/lib/changes/shown-changes'
import { CHANGE_LABELS } from '@/lib/changes/change-state-label'
import { Queries } from '@/components/page/queries'
import { listedChanges } from './change-queries'
import { shortestPause } from './use-change'
import { ChangeStatePill } from './change-state-pill'
import { ListedGroup } from './listed-group'
import { NextStep } from './next-step'
import { ProposedCustomer } from './proposed-customer'
import { SubscriptionLink } from './subscription-link'
import { useChangeStep } from './use-change-step'

/** Unresolved changes, or proposals of others that the user may approve. */
type ListedState = Extract<InputOf<'listChanges'>['state'], 'open' | 'proposed'>

interface ChangeListProps {
  title: string
  /** Which changes are listed. */
  list: ListedState
}

/** @param state the first page, as the server read it */
export function ChangeList({ state, ...props }: ChangeListProps & { state: DehydratedState }) {
  return (
    <Queries state={state}>
      <ListAndDialog {...props} />
    </Queries>
  )
}

/** The dialog is beside the list: a decided proposal leaves the list, and its outcome stays in view. */
function ListAndDialog(props: ChangeListProps) {
  const { buttonFor, dialog } = useChangeStep()
  return (
    <>
      <List {...props} stepFor={buttonFor} />
      {dialog}
    </>
  )
}

/** Renders nothing when there are no such changes. */
function List({ title, list, stepFor }: ChangeListProps & { stepFor: (change: SubscriptionChange) => ReactNode }) {
  const [page, setPage] = useState(1)
  const input = listedChanges(list, page)
  const { data, error, isFetching, refetch } = useQuery({
    ...operationQuery('listChanges', input),
    // Keeps the present page until the next one is loaded.
    placeholderData: (before) => before,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => shortestPause(state.data?.changes),
  })
  const focusReturn = useFocusReturn()
  const headingId = useId()
  if (error && !data)
    return (
      <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()}>
        <p className="mt-1">“{title}” may have entries.</p>
      </ProblemPanel>
    )
  if (!data || data.count === 0) return null

  const { changes, count, groups } = data
  const lastPage = Math.max(1, Math.ceil(count / input.pageSize))
  return (
    <section {...focusReturn} aria-labelledby={headingId} className="border-t">
      <div className="flex items-baseline gap-2 px-4 pt-2.5">
        <h3 id={headingId} className="text-sm font-semibold">
          {title}
        </h3>
        <span className="text-muted text-xs tabular-nums">{count}</span>
      </div>
      {error && (
        <p role="status" className="text-muted px-4 pt-2 text-xs">
          The list could not be refreshed. Below is what was read before.
        </p>
      )}
      <ul aria-label={title} className="divide-y">
        {sortNeedsReviewFirst(changes).map((change) => {
          const group = list === 'open' ? undefined : groups.find(({ id }) => id === change.groupId)
          return group ? (
            <ListedGroup key={group.id} first={change} group={group} />
          ) : (
            <ListedChange key={change.id} change={change} step={stepFor(change)} />
          )
        })}
      </ul>
      <PageSteps page={page} lastPage={lastPage} labels={['Newer', 'Older']} onPage={setPage} />
    </section>
  )
}

/** A list item of a change: its subscription, state, agent, date and next step. */
function ListedChange({ change, step }: { change: SubscriptionChange; step: ReactNode }) {
  const { action, subscriptionId, actor, reason, createdAt, detail, proposal } = change
  return (
    <li className="grid items-start gap-x-4 gap-y-1 px-4 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.4fr)_8.5rem]">
      <div className="min-w-0">
        <span className="block font-medium">{CHANGE_LABELS[action]}</span>
        <SubscriptionLink id={subscriptionId} />
      </div>
      <div className="min-w-0">
        <ChangeStatePill change={change} title={detail} />
        <span className="text-muted mt-1 block text-xs">
          <NextStep change={change} />
          {proposal?.decided && (
            <span className="foreign line-clamp-2">
              “<VisibleMarks>{proposal.decided.reason}</VisibleMarks>”, {proposal.decided.by}
            </span>
          )}
        </span>
      </div>
      <div className="min-w-0 wrap-anywhere">
        <span className="foreign line-clamp-2">
          “<VisibleMarks>{reason}</VisibleMarks>”
        </span>
        <ProposedCustomer proposal={proposal} />
        <span className="text-muted block text-xs">
          <span className="foreign">{actor}</span>, <Instant iso={createdAt} dense zoned />
        </span>
      </div>
      <div className="sm:justify-self-end">{step}</div>
    </li>
  )
}
