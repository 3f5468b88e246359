import type { Status } from '@/contract/console/status'
import { formatCount, formatNumber } from '@/lib/format/amount'

type Seen = Pick<Status, 'reads' | 'writes' | 'failures' | 'lastSuccessAt'>

interface ApiVerdict {
  tone: 'green' | 'yellow' | 'red' | 'grey'
  text: string
  note: string
}

/** Whether the billing API answers, judged by the last call, and what to know about it. */
export function apiVerdict({ reads, writes, failures: [last], lastSuccessAt }: Seen): ApiVerdict {
  const paused = [reads.breaker === 'open' && 'reads', writes.breaker === 'open' && 'writes'].filter(Boolean)
  if (paused.length > 0)
    return {
      tone: 'red',
      text: 'Not asked for now',
      note: `So many calls failed that the console pauses its ${paused.join(' and ')}. It goes on by itself.`,
    }
  if (reads.breaker === 'half_open' || writes.breaker === 'half_open')
    return {
      tone: 'yellow',
      text: 'Being tried again',
      note: 'After a pause, one call tells whether the rest may follow.',
    }
  const calls = reads.calls + writes.calls
  if (calls === 0)
    return {
      tone: 'grey',
      text: 'Not asked yet',
      note: 'Once a page has asked for something, how it went stands here.',
    }
  if (last && (lastSuccessAt === null || last.at > lastSuccessAt))
    return { tone: 'red', text: 'Failing', note: 'The last call failed: “Last failures” says why.' }
  return { tone: 'green', text: 'Answers', note: failedNote(reads.failed + writes.failed, calls) }
}

/** "3 of the last 1,000 calls failed". */
function failedNote(failed: number, calls: number): string {
  const of = calls === 1 ? 'the only call' : `the last ${formatCount(calls, 'call')}`
  if (failed === 0) return calls === 1 ? 'The only call did not fail.' : `None of ${of} failed.`
  return `${formatNumber(failed)} of ${of} failed.`
}
