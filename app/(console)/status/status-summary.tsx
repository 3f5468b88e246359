import { useTimeZone } from '@/components/time-zone'
import { SummaryPart } from '@/components/ui/summary-part'
import { Pill } from '@/components/ui/pill'
import type { BreakerState, CallsOfKind, Status } from '@/contract/console/status'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { apiVerdict } from './api-verdict'

/** The summary above the tables: whether the API responds, how fast, and whether with drift. */
export function StatusSummary({ status }: { status: Status }) {
  const { tone, text, note } = apiVerdict(status, useTimeZone())
  return (
    <section aria-label="Answer" className="bg-surface rounded-lg border">
      <div className="divide-line grid divide-y sm:grid-cols-2 sm:gap-y-0 lg:grid-cols-4 lg:divide-x lg:divide-y-0">
        <SummaryPart label="Billing API">
          <Pill tone={tone}>{text}</Pill>
          <Note>{note}</Note>
        </SummaryPart>
        <SummaryPart label="Reads">
          <Speed calls={status.reads} />
        </SummaryPart>
        <SummaryPart label="Writes">
          <Speed calls={status.writes} />
        </SummaryPart>
        <SummaryPart label="Response format">
          <DriftSummary status={status} />
        </SummaryPart>
      </div>
    </section>
  )
}

const Note = ({ children }: { children: string }) => <p className="text-muted mt-1 text-xs">{children}</p>

const BREAKER: Record<Exclude<BreakerState, 'closed'>, string> = {
  open: 'Paused',
  half_open: 'Trying again',
}

function Speed({ calls: { calls, failed, latencyMs, breaker } }: { calls: CallsOfKind }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        {latencyMs ? (
          <span className="text-lg font-semibold tabular-nums">{formatNumber(latencyMs.p95)} ms</span>
        ) : (
          <span className="text-muted">{calls === 0 ? 'None yet' : 'None sent'}</span>
        )}
        {breaker !== 'closed' && <Pill tone={breaker === 'open' ? 'red' : 'yellow'}>{BREAKER[breaker]}</Pill>}
      </p>
      {latencyMs && <Note>{`95th percentile · ${failedOf(failed, calls)}`}</Note>}
    </>
  )
}

const failedOf = (failed: number, calls: number) =>
  failed === 0 ? 'none failed' : `${formatNumber(failed)} of ${formatNumber(calls)} failed`

function DriftSummary({ status: { reads, drift } }: { status: Status }) {
  const ways = drift.entries.length
  if (ways > 0)
    return (
      <>
        <Pill tone="yellow">{formatCount(ways, 'difference')}</Pill>
        <Note>Pages show the values as sent.</Note>
      </>
    )
  if (reads.calls === 0) return <span className="text-muted">None read yet</span>
  return (
    <>
      <Pill tone="green">As documented</Pill>
      <Note>No response differs from the interface document.</Note>
    </>
  )
}
