import type { ReactNode } from 'react'
import { useTimeZone } from '@/components/time/time-zone'
import { Pill } from '@/components/ui/pill'
import type { BreakerState, CallsOfKind, Status } from '@/lib/status/status'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { formatDate, formatDateTime, formatTime } from '@/lib/time/instant'

/** The summary above the tables: whether the API responds, how fast, and whether with drift. */
export function StatusSummary({ status }: { status: Status }) {
  const { tone, text, note } = apiVerdict(status, useTimeZone())
  const clock = clockNote(status.clockMs)
  return (
    <section aria-label="Answer" className="bg-surface rounded-lg border">
      <div className="divide-line grid divide-y sm:grid-cols-2 sm:gap-y-0 lg:grid-cols-4 lg:divide-x lg:divide-y-0">
        <SummaryPart label="Billing API">
          <Pill tone={tone}>{text}</Pill>
          <Note>{note}</Note>
          {clock !== null && <Note>{clock}</Note>}
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

/** One labelled part of the summary. */
const SummaryPart = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0 px-4 py-3 text-sm">
    <p className="text-muted text-xs">{label}</p>
    <div className="mt-1 min-w-0">{children}</div>
  </div>
)

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

type CallHistory = Pick<Status, 'reads' | 'writes' | 'failures' | 'lastSuccessAt' | 'asOf'>

/** After this long without a call the state of the API is unknown. */
const RECENT_MS = 5 * 60_000

interface ApiVerdict {
  tone: 'green' | 'yellow' | 'red' | 'grey'
  text: string
  note: string
}

/** Returns whether the billing API responds, judged by the last call, and further facts about it. */
export function apiVerdict(
  { reads, writes, failures: [last], lastSuccessAt, asOf }: CallHistory,
  timeZone: string,
): ApiVerdict {
  const paused = [reads.breaker === 'open' && 'reads', writes.breaker === 'open' && 'writes'].filter(Boolean)
  if (paused.length > 0)
    return {
      tone: 'red',
      text: 'Requests paused',
      note: `Paused after repeated failures: ${paused.join(' and ')}. The console tries again by itself.`,
    }
  if (reads.breaker === 'half_open' || writes.breaker === 'half_open')
    return {
      tone: 'yellow',
      text: 'Trying again',
      note: 'After a pause the console sends one call first.',
    }
  const calls = reads.calls + writes.calls
  if (calls === 0)
    return {
      tone: 'grey',
      text: 'No calls yet',
      note: 'Open a subscription, an invoice or a customer first.',
    }
  if (lastSuccessAt === null || (last && last.at > lastSuccessAt))
    return { tone: 'red', text: 'Failing', note: 'The last call failed: “Last failures” says why.' }
  const lastResponse = respondedAt(lastSuccessAt, asOf, timeZone)
  const note = failedNote(reads.failed + writes.failed, calls)
  if (Date.parse(asOf) - Date.parse(lastSuccessAt) > RECENT_MS)
    return { tone: 'grey', text: lastResponse, note: `No calls since. ${note}` }
  return { tone: 'green', text: 'Operational', note: `${lastResponse}. ${note}` }
}

/** As in `doctor`: requests of a second and clocks without synchronisation differ by less. */
const SAME_CLOCK_MS = 5_000

/** Returns "Its clock is up to 20 min behind ours."; null when the clocks agree or the difference is unknown. */
export function clockNote(clockMs: number | null): string | null {
  if (clockMs === null || Math.abs(clockMs) <= SAME_CLOCK_MS) return null
  const seconds = Math.abs(clockMs) / 1_000
  const span = seconds < 120 ? `${Math.round(seconds)} s` : `${formatNumber(Math.round(seconds / 60))} min`
  return `Its clock is up to ${span} ${clockMs < 0 ? 'behind' : 'ahead of'} ours.`
}

/** Returns "Responded at 14:05:09 UTC", with the date unless it is today's. */
function respondedAt(at: string, asOf: string, timeZone: string): string {
  const isToday = formatDate(at, timeZone) === formatDate(asOf, timeZone)
  const when = isToday ? `at ${formatTime(at, timeZone)}` : `on ${formatDateTime(at, timeZone)}`
  return `Responded ${when}${timeZone === 'UTC' ? ' UTC' : ''}`
}

/** Returns "3 of the last 1,000 calls failed". */
function failedNote(failed: number, calls: number): string {
  const of = calls === 1 ? 'the only call' : `the last ${formatCount(calls, 'call')}`
  if (failed === 0) return calls === 1 ? 'The only call did not fail.' : `None of ${of} failed.`
  return `${formatNumber(failed)} of ${of} failed.`
}
