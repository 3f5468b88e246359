'use client'

import { useQuery } from '@tanstack/react-query'
import { AsOf } from '@/components/time/as-of'
import { Identifier } from '@/components/text/identifier'
import { Instant } from '@/components/time/instant'
import { PageHead } from '@/components/page/page-head'
import { QueryProblem } from '@/components/page/query-problem'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyCell } from '@/components/ui/empty-cell'
import { Section } from '@/components/ui/section'
import { problemOfCode } from '@/lib/core/errors'
import type { FailedCall, Status } from '@/lib/status/status'
import { operationQuery } from '@/lib/api'
import { DriftTable } from './drift-table'
import { StatusSummary } from './status-summary'

/** Polls only while the page is visible. */
const POLL_INTERVAL_MS = 15_000

/** Shows how the billing API responds, and where its responses differ from its interface document. */
export function StatusView() {
  const query = useQuery({ ...operationQuery('getStatus', {}), refetchInterval: POLL_INTERVAL_MS })
  const { data, isFetching, refetch } = query
  return (
    <div className="space-y-4">
      <PageHead
        title="Status"
        aside={data && <AsOf iso={data.asOf} refreshing={isFetching} onRefresh={() => void refetch()} />}
      >
        {data ? <FiguresSource {...data} /> : 'The billing API, as seen by this console.'}
      </PageHead>
      <QueryProblem query={query} />
      {data && <StatusSections status={data} />}
    </div>
  )
}

const FiguresSource = ({ process, since }: Pick<Status, 'process' | 'since'>) => (
  <>
    The billing API, as seen by this console (<span className="opaque">{process}</span>) since{' '}
    <Instant iso={since} zoned />.
  </>
)

function StatusSections({ status }: { status: Status }) {
  const { failures, drift } = status
  return (
    <>
      <StatusSummary status={status} />
      {failures.length > 0 && (
        <Section title="Last failures" flush>
          <DataTable
            caption="Last failures"
            look="stack"
            columns={FAILURE_COLUMNS}
            rows={failures}
            keyOf={({ at }, index) => `${at} ${index}`}
          />
        </Section>
      )}
      {drift.entries.length > 0 && (
        <Section title="Unexpected API responses" flush>
          <DriftTable drift={drift} />
        </Section>
      )}
    </>
  )
}

const CALL_LABELS: Record<FailedCall['operation'], string> = {
  getSubscription: 'Read subscription',
  getInvoice: 'Read invoice',
  listTransactions: 'List transactions',
  cancelSubscription: 'Cancel subscription',
  deleteSubscription: 'Delete subscription',
}

const FAILURE_COLUMNS: readonly Column<FailedCall>[] = [
  { header: 'When', width: '10rem', show: ({ at }) => <Instant iso={at} dense /> },
  { header: 'Call', show: ({ operation }) => <span className="font-medium">{CALL_LABELS[operation]}</span> },
  { header: 'Why', show: ({ code }) => problemOfCode(code).title },
  {
    header: 'HTTP',
    width: '7rem',
    show: ({ status }) =>
      status === null ? (
        <span className="text-muted">No response</span>
      ) : (
        <>
          {/* On a phone the column has no header. */}
          <span className="text-muted hidden @max-[40rem]:inline">HTTP </span>
          {status}
        </>
      ),
  },
  {
    header: 'Request',
    show: ({ requestId }) =>
      requestId === null ? <EmptyCell label="No request ID" /> : <Identifier id={requestId} of="request" />,
  },
]
