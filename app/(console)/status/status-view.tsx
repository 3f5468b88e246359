'use client'

import { useQuery } from '@tanstack/react-query'
import { AsOf } from '@/components/as-of'
import { Identifier } from '@/components/identifier'
import { Instant } from '@/components/instant'
import { ProblemPanel } from '@/components/problem-panel'
import { classNames } from '@/components/ui/class-names'
import { EmptyCell } from '@/components/ui/empty-cell'
import { Section } from '@/components/ui/section'
import { problemOfCode } from '@/contract/console/errors'
import type { CallFigures, CallsOfKind, FailedCall, Status } from '@/contract/console/status'
import { problemOf } from '@/lib/browser/problem-of'
import { formatNumber } from '@/lib/format/amount'
import { operationQuery } from '@/lib/queries/operation-query'
import { DriftTable } from './drift-table'
import { StatusSummary } from './status-summary'
import { CELL, TableHead } from './table-head'

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
            {data ? <FiguresSource status={data} /> : 'The billing API, as seen by this console.'}
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

const CALL_LABELS: Record<FailedCall['operation'], string> = {
  getSubscription: 'Read subscription',
  getInvoice: 'Read invoice',
  listTransactions: 'List transactions',
  cancelSubscription: 'Cancel subscription',
  deleteSubscription: 'Delete subscription',
}

const CALL_CELL = 'px-1.5 py-1.5 sm:px-3'
/** On a phone the figures of a row are in one line below its name. */
const CALL_ROW = 'max-sm:flex max-sm:flex-wrap'
const CALL_NAME = `${CALL_CELL} pl-4! text-left max-sm:basis-full max-sm:pb-0!`
const CALL_FIGURE = `${CALL_CELL} figure w-24 last:pr-4! max-sm:w-auto max-sm:flex-1`

/** Failure counts and durations of the last calls, by kind and by operation. */
function CallsTable({ reads, writes }: Record<'reads' | 'writes', CallsOfKind>) {
  return (
    <>
      <table className="w-full text-sm sm:table-fixed">
        <caption className="sr-only">Calls of the billing API, latency in milliseconds</caption>
        <thead className="text-muted text-xs">
          <tr className={CALL_ROW}>
            <th scope="col" className={classNames(CALL_NAME, 'font-medium')}>
              Call
            </th>
            {['Calls', 'Failed', 'p50', 'p95', 'p99'].map((header) => (
              <th key={header} scope="col" className={classNames(CALL_FIGURE, 'font-medium')}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {[
          { label: 'All reads', kind: reads },
          { label: 'All writes', kind: writes },
        ].map(({ label, kind }) => (
          <tbody key={label} className="border-t">
            <CallsRow label={label} figures={kind} isSum />
            {kind.operations.map((figures) => (
              <CallsRow key={figures.operation} label={CALL_LABELS[figures.operation]} figures={figures} />
            ))}
          </tbody>
        ))}
      </table>
      <p className="text-muted border-t px-4 py-2 text-xs">
        The last 1,000 reads and 1,000 writes of each process. p95 is the 95th percentile, in milliseconds. 404s and
        refusals don’t count as failures; 401 and 403 do.
      </p>
    </>
  )
}

function CallsRow({ label, figures, isSum = false }: { label: string; figures: CallFigures; isSum?: boolean }) {
  const { calls, failed, latencyMs } = figures
  return (
    <tr className={classNames(CALL_ROW, isSum && 'font-medium')}>
      <th scope="row" className={classNames(CALL_NAME, isSum ? 'font-semibold' : 'font-normal sm:pl-6!')}>
        {label}
      </th>
      <td className={CALL_FIGURE}>{formatNumber(calls)}</td>
      <td className={classNames(CALL_FIGURE, failed > 0 && 'text-red font-medium')}>{formatNumber(failed)}</td>
      {[latencyMs?.p50, latencyMs?.p95, latencyMs?.p99].map((ms, index) => (
        <td key={index} className={CALL_FIGURE}>
          {ms === undefined ? <EmptyCell label="No duration" /> : formatNumber(ms)}
        </td>
      ))}
    </tr>
  )
}

/** On a phone the cells of a row are stacked. */
const STACKED = 'max-sm:block max-sm:px-4 max-sm:py-0.5'

/** The last failed calls: operation, cause, and the request ID for the logs. */
function FailuresTable({ failures }: { failures: FailedCall[] }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Last failures</caption>
      <TableHead headers={['When', 'Call', 'Why', 'HTTP', 'Request']} hidden="max-sm:hidden" />
      <tbody>
        {failures.map((failure, index) => (
          <FailureRow key={`${failure.at} ${index}`} failure={failure} />
        ))}
      </tbody>
    </table>
  )
}

function FailureRow({ failure: { at, operation, code, status, requestId } }: { failure: FailedCall }) {
  return (
    <tr className="border-t max-sm:block max-sm:py-2">
      <td className={classNames(CELL, STACKED, 'whitespace-nowrap')}>
        <Instant iso={at} dense />
      </td>
      <td className={classNames(CELL, STACKED, 'font-medium')}>{CALL_LABELS[operation]}</td>
      <td className={classNames(CELL, STACKED)}>{problemOfCode(code).title}</td>
      <td className={classNames(CELL, STACKED, 'whitespace-nowrap tabular-nums')}>
        {status === null ? <span className="text-muted">No response</span> : <HttpStatus status={status} />}
      </td>
      <td className={classNames(CELL, requestId === null ? 'max-sm:hidden' : STACKED, 'text-xs')}>
        {requestId === null ? <EmptyCell label="No request ID" /> : <Identifier id={requestId} of="request" />}
      </td>
    </tr>
  )
}

/** A label for phones, where the column has no header. */
function HttpStatus({ status }: { status: number }) {
  return (
    <>
      <span className="text-muted sm:hidden">HTTP </span>
      {status}
    </>
  )
}
