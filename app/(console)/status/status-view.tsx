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
import type { CallFigures, CallsOfKind, FailedCall, Status } from '@/lib/status/status'
import { formatNumber } from '@/lib/money/amount'
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
        {data ? <FiguresSource status={data} /> : 'The billing API, as seen by this console.'}
      </PageHead>
      <QueryProblem query={query} />
      {data && <StatusSections status={data} />}
    </div>
  )
}

function FiguresSource({ status: { process, processCount, since } }: { status: Status }) {
  const own = <span className="opaque">{process}</span>
  return processCount === 1 ? (
    <>
      The billing API, as seen by this console ({own}) since <Instant iso={since} zoned />.
    </>
  ) : (
    <>
      The billing API, as seen by {processCount} console processes that reported within a minute. Last refreshed by{' '}
      {own}, running since <Instant iso={since} zoned />.
    </>
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

interface CallsRow extends Omit<CallFigures, 'operation'> {
  label: string
  isSum: boolean
}

const milliseconds = (header: 'p50' | 'p95' | 'p99'): Column<CallsRow> => ({
  header,
  width: '6rem',
  isFigure: true,
  show: ({ latencyMs }) => (latencyMs ? formatNumber(latencyMs[header]) : <EmptyCell label="No duration" />),
})

const CALL_COLUMNS: readonly Column<CallsRow>[] = [
  {
    header: 'Call',
    isRowHeader: true,
    show: ({ label, isSum }) => <span className={isSum ? 'font-semibold' : 'sm:pl-3'}>{label}</span>,
  },
  { header: 'Calls', width: '6rem', isFigure: true, show: ({ calls }) => formatNumber(calls) },
  {
    header: 'Failed',
    width: '6rem',
    isFigure: true,
    show: ({ failed }) => (
      <span className={failed > 0 ? 'text-red font-medium' : undefined}>{formatNumber(failed)}</span>
    ),
  },
  ...(['p50', 'p95', 'p99'] as const).map(milliseconds),
]

const rowsOf = (label: string, kind: CallsOfKind): CallsRow[] => [
  { ...kind, label, isSum: true },
  ...kind.operations.map((figures) => ({ ...figures, label: CALL_LABELS[figures.operation], isSum: false })),
]

/** Failure counts and durations of the last calls, by kind and by operation. */
function CallsTable({ reads, writes }: Record<'reads' | 'writes', CallsOfKind>) {
  return (
    <>
      <DataTable
        caption="Calls of the billing API, latency in milliseconds"
        look="stack"
        columns={CALL_COLUMNS}
        rows={[...rowsOf('All reads', reads), ...rowsOf('All writes', writes)]}
        keyOf={({ label }) => label}
      />
      <p className="text-muted border-t px-4 py-2 text-xs">
        The last 1,000 reads and 1,000 writes of each process. p95 is the 95th percentile, in milliseconds. 404s and
        refusals don’t count as failures; 401 and 403 do.
      </p>
    </>
  )
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
