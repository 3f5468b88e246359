'use client'

import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/ui/link'
import { ProblemPanel } from '@/components/problem-panel'
import { orRetry } from '@/components/ui/or-retry'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { activityPath } from '@/lib/browser/paths'
import { problemOf } from '@/lib/browser/problem-of'
import { useMay } from '@/lib/browser/signed-in'
import { operationQuery } from '@/lib/queries/operation-query'

const MOST_SHOWN = 10
const READING = <Skeleton className="m-4 w-2/3" />

/** Of few subscriptions. */
const HistoryEntries = orRetry(() => import('./history-entries').then((module) => module.HistoryEntries), READING)

/** What was done to a subscription from this console, newest first. It is read once the page is there. */
export function SubscriptionHistory({ id }: { id: string }) {
  const filters = { objectKind: 'subscription', objectId: id } as const
  const maySeeAll = useMay('activity')
  const { data, error, isFetching, refetch } = useQuery(operationQuery('listActivity', filters))
  const more = data ? data.entries.length - MOST_SHOWN : 0
  return (
    <Section
      title="History"
      flush
      aside={
        maySeeAll && (
          <Link href={activityPath(filters)} prefetch={false} className="text-accent no-print text-xs hover:underline">
            {more > 0 ? 'Show all in Activity' : 'Show in Activity'}
          </Link>
        )
      }
    >
      {error && (
        <div className="p-4">
          <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && READING}
      {data?.entries.length === 0 && (
        <p className="text-muted p-4 text-sm">Nobody has cancelled or deleted it from this console.</p>
      )}
      {data && data.entries.length > 0 && <HistoryEntries entries={data.entries.slice(0, MOST_SHOWN)} />}
      {more > 0 && !maySeeAll && <p className="text-muted px-4 py-2 text-xs">The newest {MOST_SHOWN} of more.</p>}
    </Section>
  )
}
