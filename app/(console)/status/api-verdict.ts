import type { Status } from '@/contract/console/status'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { formatDate, formatDateTime, formatTime } from '@/lib/format/instant'

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
