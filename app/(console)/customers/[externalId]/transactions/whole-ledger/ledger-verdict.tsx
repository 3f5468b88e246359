'use client'

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Instant } from '@/components/instant'
import { Button } from '@/components/ui/button'
import type { LedgerRead } from '@/contract/console/whole-ledger'
import { problemOf } from '@/lib/browser/problem-of'
import { formatCount } from '@/lib/format/amount'
import { formatDate } from '@/lib/format/instant'
import { ledgerVerdict, soFarLabel } from '@/lib/format/ledger-verdict'
import { LedgerBreaks } from './ledger-breaks'
import { ReadingProgress } from './reading-progress'
import type { useLedgerRead } from './use-ledger-read'

/** What a console reads at least; the estimate before the first read. */
const ENTRIES_A_SECOND = 5_000

interface LedgerVerdictProps extends ReturnType<typeof useLedgerRead> {
  /** The number of transactions that the API counts; null when it is unknown. */
  total: number | null
}

/** Whether the whole ledger agrees, as far as it was read, with the button that reads it or the progress. */
export function LedgerVerdict({ read, error, isStarting, start, isCancelling, cancel, total }: LedgerVerdictProps) {
  return (
    <div className="min-h-12 space-y-1 px-4 py-2.5 text-sm">
      {error && (
        <p role="alert" className="text-red">
          The whole ledger could not be read: {problemOf(error).detail}
        </p>
      )}
      {read && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {read.checkedEntries > 0 || read.isComplete ? <Verdict read={read} /> : <Unread read={read} total={total} />}
          {read.state === 'running' ? (
            <ReadingProgress read={read} isCancelling={isCancelling} onCancel={cancel} />
          ) : (
            <Button
              small
              variant={read.state === 'complete' ? 'ghost' : 'secondary'}
              pending={isStarting}
              onClick={() => start(read.state === 'complete')}
              className="no-print"
            >
              {buttonLabel(read)}
            </Button>
          )}
        </div>
      )}
      {read && read.breaks.length > 0 && <LedgerBreaks {...read} />}
    </div>
  )
}

function buttonLabel({ state, entries, isComplete }: LedgerRead): string {
  if (state === 'complete') return 'Read again'
  return entries === 0 && !isComplete ? 'Read the whole ledger' : 'Continue reading'
}

/** The verdict on what was read, and its age. */
function Verdict({ read }: { read: LedgerRead }) {
  const { isComplete, soFar, breakCount, comparedEntries, state, why, asOf, comparedAt, changedDays } = read
  const isAllCompared = comparedEntries > 0 && read.uncomparedEntries + read.undrawnEntries === 0
  const [Icon, look] = !isComplete
    ? [TriangleAlert, 'text-yellow']
    : breakCount === 0 && !isAllCompared
      ? [Info, 'text-muted']
      : breakCount > 0
        ? [CircleAlert, 'text-red']
        : [CircleCheck, 'text-green']
  const isRunningFirst = !isComplete && state === 'running'
  return (
    <>
      {isRunningFirst && soFar !== null && <p className="text-muted">{soFarLabel(soFar)}</p>}
      {!isRunningFirst && (
        <p className={`flex items-center gap-1.5 font-medium ${look}`}>
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          {ledgerVerdict({ ...read, entries: read.checkedEntries })}
        </p>
      )}
      {isComplete && state === 'partial' && why !== null && (
        <p className="text-yellow">Reading it again stopped, because {why}</p>
      )}
      {isComplete && (
        <p className="text-muted text-xs">
          as of <Instant iso={asOf ?? undefined} dense missing="an unknown time" />
          {comparedAt !== null && (
            <>
              {' '}
              · older pages last compared <Instant iso={comparedAt} dense missing="at an unknown time" />
            </>
          )}
          {changedDays !== null && ` · ${changedLabel(changedDays)}`}
        </p>
      )}
    </>
  )
}

function changedLabel(days: readonly string[]): string {
  if (days.length === 0) return 'the same as at the last reading'
  const shown = days.slice(0, 5).map((day) => (day === '' ? 'undated' : formatDate(`${day}T00:00:00Z`, 'UTC')))
  const more = days.length > shown.length ? ` and ${formatCount(days.length - shown.length, 'more day')}` : ''
  return `other figures than at the last reading on ${shown.join(', ')}${more}`
}

function Unread({ read: { state, why }, total }: { read: LedgerRead; total: number | null }) {
  if (state === 'running') return null
  if (state === 'partial') return <p className="text-yellow">Not read, because {why}</p>
  const seconds = total === null ? null : Math.ceil(total / ENTRIES_A_SECOND)
  return (
    <p className="text-muted">
      {total === null
        ? 'Shows whether all transactions agree, and the balance over time'
        : `${formatCount(total, 'transaction')}, about ${seconds !== null && seconds > 90 ? formatCount(Math.ceil(seconds / 60), 'minute') : formatCount(seconds ?? 1, 'second')}`}
    </p>
  )
}
