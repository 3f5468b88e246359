'use client'

import { useQuery } from '@tanstack/react-query'
import { AsOf } from '@/components/time/as-of'
import { PageHead } from '@/components/page/page-head'
import { ProblemPanel } from '@/components/page/problem-panel'
import { useTimeZone } from '@/components/time/time-zone'
import { Button } from '@/components/ui/button'
import { MenuItem } from '@/components/ui/menu'
import { Section } from '@/components/ui/section'
import { ACTIVITY_FILTERS, offeredFilters } from '@/lib/activity/activity-filters'
import { ACTIVITY_SCOPES, type ActivityScope } from '@/lib/core/roles'
import { readAddress } from '@/lib/core/operation-address'
import { problemOf } from '@/lib/core/problem-of'
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
  const { data, error, isFetching, refetch } = useQuery(operationQuery('listActivity', input))
  const refresh = () => void refetch()

  return (
    <div className="space-y-4">
      <PageHead title={heading} aside={data && <AsOf iso={data.asOf} refreshing={isFetching} onRefresh={refresh} />}>
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
      {error && (
        <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={refresh}>
          {data && <p className="mt-1">Below is what was read before.</p>}
        </ProblemPanel>
      )}
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
          <nav aria-label="Pagination" className="no-print flex flex-wrap justify-between gap-2 border-t px-4 py-2">
            <Button
              small
              aria-disabled={before === undefined || undefined}
              onClick={() => state.change({ before: null })}
            >
              Newest
            </Button>
            <Button
              small
              aria-disabled={!data?.next || undefined}
              onClick={() => state.change({ before: data?.next ? String(data.next) : null })}
            >
              Older
            </Button>
          </nav>
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
    <div className="px-4 py-12 text-center text-sm">
      <p className="font-medium">{isFiltered ? 'No matches' : isPastEnd ? 'No older entries' : TEXTS[scope].none}</p>
      <p className="text-muted mx-auto mt-1 max-w-md">
        {isFiltered
          ? `No ${isPastEnd ? 'older entry' : 'entry'} matches all filters.`
          : isPastEnd
            ? 'The list ends before this page.'
            : TEXTS[scope].listed}
      </p>
      {(isFiltered || isPastEnd) && (
        <Button small className="mt-4" onClick={onClear}>
          Show everything
        </Button>
      )}
    </div>
  )
}
