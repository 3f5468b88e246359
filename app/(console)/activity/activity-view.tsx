'use client'

import { useQuery } from '@tanstack/react-query'
import { AsOf } from '@/components/time/as-of'
import { PageHead } from '@/components/page/page-head'
import { QueryProblem } from '@/components/page/query-problem'
import { useTimeZone } from '@/components/time/time-zone'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { MenuItem } from '@/components/ui/menu'
import { PageButton, PageButtons } from '@/components/ui/pagination'
import { Section } from '@/components/ui/section'
import { ACTIVITY_FILTERS, offeredFilters } from '@/lib/activity/activity-filters'
import { ACTIVITY_SCOPES, type ActivityScope } from '@/lib/core/roles'
import { readAddress } from '@/lib/core/operation-address'
import { useSignedIn } from '@/components/page/signed-in'
import { ACTIVITY_TITLES } from '@/lib/activity/activity-title'
import { operationQuery } from '@/lib/api'
import { ListFilters } from '@/components/lists/list-filters'
import { ListMenu } from '@/components/lists/list-menu'
import { useFilters } from '@/components/lists/use-list'
import { activityInput, activitySearchParams } from './activity-search-params'
import { ActivityTable } from './activity-table'

/** The sentence under the heading, and those of an empty list. */
const TEXTS: Record<ActivityScope, { intro: string; none: string; listed: string }> = {
  all: {
    intro: 'Who did what, when and why, and how it ended.',
    none: 'No activity yet',
    listed: 'Sign-ins, cancels, deletes and exports are listed here.',
  },
  own: {
    intro: 'What you did, when and why, and how it ended.',
    none: 'No activity yet',
    listed: 'Your sign-ins, cancels, deletes and exports are listed here.',
  },
  cancellations: {
    intro: 'Who cancelled or deleted which subscription, when and why, and how it ended.',
    none: 'No cancellations yet',
    listed: 'Cancels and deletes from this console are listed here.',
  },
}

/** Lists who did what, when, why, and the outcome, as far as the role sees it; the filters are in the URL. */
export function ActivityView() {
  const { role } = useSignedIn()
  const scope = ACTIVITY_SCOPES[role]
  const { heading } = ACTIVITY_TITLES[scope]
  const timeZone = useTimeZone()
  const state = useFilters(ACTIVITY_FILTERS, activitySearchParams)
  const input = activityInput(state.search, timeZone)
  const { before, ...filters } = input
  const query = useQuery(operationQuery('listActivity', input))
  const { data, error, isFetching, refetch } = query

  return (
    <div className="space-y-4">
      <PageHead
        title={heading}
        aside={data && <AsOf iso={data.asOf} refreshing={isFetching} onRefresh={() => void refetch()} />}
      >
        {TEXTS[scope].intro}
      </PageHead>
      <ListFilters
        label={heading}
        filters={offeredFilters(role, timeZone)}
        state={state}
        menu={
          <ListMenu csvAddressOf={(form) => readAddress('exportActivity', { ...filters, form })}>
            <MenuItem label="Changes" description="Cancels and deletes with their outcome" href="/changes" />
          </ListMenu>
        }
      />
      <QueryProblem query={query} />
      <Section title="Entries" flush>
        {data?.entries.length === 0 ? (
          <NoEntries
            scope={scope}
            isFiltered={state.isFiltered}
            isPastEnd={before !== undefined}
            onClear={() => state.show()}
          />
        ) : (
          (data || !error) && <ActivityTable scope={scope} entries={data?.entries} />
        )}
        {(before !== undefined || data?.next) && (
          <PageButtons>
            <PageButton disabled={before === undefined} onClick={() => state.change({ before: null })}>
              Newest
            </PageButton>
            <PageButton disabled={!data?.next} onClick={() => state.change({ before: String(data?.next) })}>
              Older
            </PageButton>
          </PageButtons>
        )}
      </Section>
    </div>
  )
}

interface NoEntriesProps {
  scope: ActivityScope
  isFiltered: boolean
  isPastEnd: boolean
  onClear: () => void
}

function NoEntries({ scope, isFiltered, isPastEnd, onClear }: NoEntriesProps) {
  return (
    <EmptyState
      title={isFiltered ? 'No matches' : isPastEnd ? 'No older entries' : TEXTS[scope].none}
      text={
        isFiltered
          ? `No ${isPastEnd ? 'older entry' : 'entry'} matches all filters.`
          : isPastEnd
            ? 'The list ends before this page.'
            : TEXTS[scope].listed
      }
    >
      {(isFiltered || isPastEnd) && (
        <Button small onClick={onClear}>
          Show everything
        </Button>
      )}
    </EmptyState>
  )
}
