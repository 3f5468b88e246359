'use client'

import { useQuery } from '@tanstack/react-query'
import { AsOf } from '@/components/as-of'
import { Instant } from '@/components/instant'
import { ProblemPanel } from '@/components/problem-panel'
import { Section } from '@/components/ui/section'
import type { Status } from '@/contract/console/status'
import { problemOf } from '@/lib/browser/problem-of'
import { operationQuery } from '@/lib/queries/operation-query'
import { CallsTable } from './calls-table'
import { DriftTable } from './drift-table'
import { FailuresTable } from './failures-table'
import { StatusSummary } from './status-summary'

/** Polls only while the page is visible. */
const POLL_INTERVAL_MS = 15_000

/** Shows how the billing API responds, and where its responses differ from its interface document. */
export function StatusView() {
  const { data, error, isFetching, refetch } = useQuery({
    ...operationQuery('getStatus', {}),
    refetchInterval: POLL_INTERVAL_MS,
  })
  const refresh = () => void refetch()
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <div>
          <h1 className="text-2xl font-semibold">Status</h1>
          <p className="text-muted mt-1 text-sm">
            The billing API, as seen by this console
            {data && (
              <>
                {' '}
                since <Instant iso={data.since} zoned />
              </>
            )}
            .
          </p>
        </div>
        {data && <AsOf iso={data.asOf} refreshing={isFetching} onRefresh={refresh} />}
      </div>
      {error && (
        <ProblemPanel problem={problemOf(error)} retrying={isFetching} onRetry={refresh}>
          {data && <p className="mt-1">Below is what was read before.</p>}
        </ProblemPanel>
      )}
      {data && <StatusSections status={data} />}
    </div>
  )
}

function StatusSections({ status }: { status: Status }) {
  const { reads, writes, failures, drift } = status
  return (
    <>
      <StatusSummary status={status} />
      <Section title="Calls" flush>
        <CallsTable reads={reads} writes={writes} />
      </Section>
      <Section title="Last failures" flush>
        {failures.length > 0 ? (
          <FailuresTable failures={failures} />
        ) : (
          <EmptyText>{reads.calls + writes.calls > 0 ? 'No call has failed.' : 'No calls yet.'}</EmptyText>
        )}
      </Section>
      <Section title="Differences from the interface document" flush>
        {drift.entries.length > 0 ? (
          <DriftTable drift={drift} />
        ) : (
          <EmptyText>{reads.calls > 0 ? 'No response differs from it.' : 'No responses yet.'}</EmptyText>
        )}
      </Section>
    </>
  )
}

const EmptyText = ({ children }: { children: string }) => <p className="text-muted px-4 py-6 text-sm">{children}</p>
