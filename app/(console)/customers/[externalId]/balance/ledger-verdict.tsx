import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Instant } from '@/components/time/instant'
import { Money } from '@/components/money/money'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { LedgerBreak, LedgerRead } from '@/lib/ledger/whole-ledger'
import { ledgerPath } from '@/lib/core/paths'
import { problemOf } from '@/lib/core/problem-of'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { breakLabel, isFullyChecked, ledgerVerdict, soFarLabel } from '@/lib/ledger/ledger-verdict'
import type { useLedgerRead } from '@/components/customers/use-ledger-read'
import { JobProgress } from '@/components/page/job'

/** What a console reads at least; the estimate before the first read. */
const ENTRIES_A_SECOND = 5_000

interface LedgerVerdictProps {
  externalId: string
  whole: ReturnType<typeof useLedgerRead>
  /** The number of transactions that the API counts; null when it is unknown. */
  total: number | null
}

/** Whether the whole ledger agrees, as far as it was read, with the button that reads it or the progress. */
export function LedgerVerdict({ externalId, whole, total }: LedgerVerdictProps) {
  const { read, error, isStarting, start, isCancelling, cancel } = whole
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
            <ReadingProgress read={read} isCancelling={isCancelling} cancel={cancel} />
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
      {read && read.breaks.length > 0 && <LedgerBreaks {...read} externalId={externalId} />}
    </div>
  )
}

function buttonLabel({ state, entries, isComplete }: LedgerRead): string {
  if (state === 'complete') return 'Read again'
  return entries === 0 && !isComplete ? 'Read the whole ledger' : 'Continue reading'
}

function lookOf(checked: LedgerRead) {
  if (!checked.isComplete) return [TriangleAlert, 'text-yellow'] as const
  if (checked.breakCount > 0) return [CircleAlert, 'text-red'] as const
  return isFullyChecked(checked) ? ([CircleCheck, 'text-green'] as const) : ([Info, 'text-muted'] as const)
}

/** The verdict on what was read, and its age. */
function Verdict({ read }: { read: LedgerRead }) {
  const { isComplete, soFar, state, why, asOf, comparedAt } = read
  const checked = { ...read, entries: read.checkedEntries }
  const [Icon, look] = lookOf(checked)
  const isRunningFirst = !isComplete && state === 'running'
  return (
    <>
      {isRunningFirst && soFar !== null && <p className="text-muted">{soFarLabel(soFar)}</p>}
      {!isRunningFirst && (
        <p className={`flex items-center gap-1.5 font-medium ${look}`}>
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          {ledgerVerdict(checked)}
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
        </p>
      )}
    </>
  )
}

function Unread({ read: { state, why }, total }: { read: LedgerRead; total: number | null }) {
  if (state === 'running') return null
  if (state === 'partial') return <p className="text-yellow">Not read, because {why}</p>
  return (
    <p className="text-muted">
      {total === null
        ? 'Shows whether all transactions agree, and the balance over time'
        : `${formatCount(total, 'transaction')}, about ${durationLabel(total / ENTRIES_A_SECOND)}`}
    </p>
  )
}

interface ReadingProgressProps extends Pick<LedgerVerdictProps['whole'], 'isCancelling' | 'cancel'> {
  read: LedgerRead
}

/** How far the reading of a ledger is, how fast it goes, and its cancel button. It goes on when the page is left. */
function ReadingProgress({ read, isCancelling, cancel }: ReadingProgressProps) {
  const focusReturn = useFocusReturn()
  const { entries, total } = read
  return (
    <div {...focusReturn} className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <JobProgress
        label="Transactions read"
        value={entries}
        max={total === null || total === 0 ? null : Math.max(total, entries)}
        text={progressLabel(read)}
      />
      <Button small pending={isCancelling} onClick={cancel} className="no-print">
        Cancel reading
      </Button>
    </div>
  )
}

function progressLabel({ entries, total, startedAt, startedAtEntry, updatedAt }: LedgerRead): string {
  const of = total === null ? '' : ` of ${formatNumber(total)}`
  const ms = Date.parse(updatedAt ?? '') - Date.parse(startedAt ?? '')
  const read = entries - startedAtEntry
  if (!(ms > 500) || read <= 0) return `${formatNumber(entries)}${of} transactions read`
  const perSecond = (read / ms) * 1_000
  return [
    `${formatNumber(entries)}${of} transactions read`,
    `${formatNumber(Math.round(perSecond))} a second`,
    ...(total === null || total <= entries ? [] : [`${durationLabel((total - entries) / perSecond)} left`]),
  ].join(' · ')
}

/** Returns "90 seconds" or "2 minutes". */
function durationLabel(seconds: number): string {
  const whole = Math.ceil(seconds)
  return whole > 90 ? formatCount(Math.ceil(whole / 60), 'minute') : formatCount(whole, 'second')
}

type LedgerBreaksProps = Pick<LedgerRead, 'breaks' | 'breakCount' | 'isComplete'> & { externalId: string }

/** The breaks of a ledger up to `MAX_BREAKS`, each with a link to its transaction. */
export function LedgerBreaks({ externalId, breaks, breakCount: count, isComplete }: LedgerBreaksProps) {
  return (
    <details open={count <= 3}>
      <summary className="cursor-pointer text-sm">
        {count === 1 ? 'The break' : 'The breaks'}
        {!isComplete && ' so far'}
      </summary>
      <ul className="mt-1 space-y-1">
        {breaks.map((found, index) => (
          <li key={`${index} ${found.kind}`} className="flex flex-wrap gap-x-3">
            <Link
              href={hrefOf(externalId, found)}
              prefetch={false}
              className="text-accent foreign max-w-full underline"
            >
              <VisibleMarks>{found.transactionId ?? `Page ${formatNumber(found.page)}`}</VisibleMarks>
            </Link>
            <span>{breakLabel(found)}</span>
            {found.offBy !== null && (
              <span className="tabular-nums">
                off by <Money amount={found.offBy} />
              </span>
            )}
            <span className="text-muted">
              <Instant iso={found.createdAt ?? undefined} dense missing="no date" />
            </span>
          </li>
        ))}
      </ul>
      <p className="text-muted mt-1">
        {count > breaks.length && `and ${formatNumber(count - breaks.length)} more · `}
        {formatCount(count, 'break')}
      </p>
    </details>
  )
}

/** Returns the address of the page with the transaction, which scrolls to its row. */
const hrefOf = (externalId: string, { page, transactionId }: LedgerBreak): string =>
  ledgerPath(externalId, {
    page: String(page),
    pageSize: '100',
    order: 'asc',
    ...(transactionId !== null && { transaction: transactionId }),
  })
