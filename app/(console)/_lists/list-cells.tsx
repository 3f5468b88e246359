import type { ReactNode } from 'react'
import { Instant } from '@/components/instant'
import { KindIcon } from '@/components/kind-icon'
import { useTimeZone } from '@/components/time-zone'
import { classNames } from '@/components/ui/class-names'
import { EmptyCell } from '@/components/ui/empty-cell'
import { Link } from '@/components/ui/link'
import { Pill } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/visible-marks'
import type { FindHit } from '@/contract/console/find'
import type { ListedInvoice } from '@/contract/console/indexed-objects'
import { formatCount } from '@/lib/format/amount'
import { formatAgo, formatDateTime } from '@/lib/format/instant'
import { problemMark, problemsOf } from '@/lib/format/finding-label'

interface NameCellProps {
  kind: FindHit['kind']
  path: string
  name: string | null
  id: string
  asOf: string
  /** When the list was read. */
  readAt: string
  /** The status, which a narrow table has here. */
  status?: ReactNode
  children?: ReactNode
}

/** The first cell of a row: its icon, its name as a link, and its ID. */
export function NameCell({ kind, path, name, id, asOf, readAt, status, children }: NameCellProps) {
  return (
    <div className="flex min-w-0 items-center gap-2.5 @max-[40rem]:items-start">
      <KindIcon kind={kind} />
      <div className="min-w-0">
        <Link
          href={path}
          prefetch={false}
          title={name ?? id}
          className={classNames('text-accent block truncate font-medium hover:underline', name === null && 'opaque')}
        >
          <VisibleMarks>{name ?? id}</VisibleMarks>
        </Link>
        {name !== null && (
          <small className="opaque" title={id}>
            <VisibleMarks>{id}</VisibleMarks>
          </small>
        )}
        {status !== undefined && <div className="mt-1 hidden @max-[40rem]:block">{status}</div>}
        <ReadAgo asOf={asOf} readAt={readAt} />
        {children}
      </div>
    </div>
  )
}

const HOUR_MS = 3_600_000

/** Says when an object was read, unless that was less than an hour before the page. */
function ReadAgo({ asOf, readAt }: Pick<NameCellProps, 'asOf' | 'readAt'>) {
  const timeZone = useTimeZone()
  if (Date.parse(readAt) - Date.parse(asOf) < HOUR_MS) return null
  return (
    <small>
      read{' '}
      <time dateTime={asOf} title={`${formatDateTime(asOf, timeZone)} ${timeZone}`}>
        {formatAgo(asOf, readAt, timeZone)}
      </time>
    </small>
  )
}

/** The instant of the response that a row is from. */
export const AsOfRow = ({ asOf }: { asOf: string }) => (
  <small className="whitespace-normal! [&_*]:whitespace-normal!">
    as of <Instant iso={asOf} dense />
  </small>
)

/** Replaces the status of an object that the billing API no longer knows. */
export const GoneSince = ({ goneAt, deletedAt = null }: { goneAt: string; deletedAt?: string | null }) => (
  <Pill
    tone="grey"
    title="The billing API has returned “not found” since then."
    beside={
      <>
        {deletedAt === null ? 'since' : 'here on'} <Instant iso={deletedAt ?? goneAt} dense />
      </>
    }
  >
    {deletedAt === null ? 'Gone' : 'Deleted'}
  </Pill>
)

/** An ID or a text of the API, or a mark that none was sent. */
export const TextCell = ({ text, isId = false }: { text: string | null; isId?: boolean }) =>
  text === null ? (
    <EmptyCell label="Not sent" />
  ) : (
    <span title={text} className={classNames('block truncate', isId ? 'opaque' : 'foreign')}>
      <VisibleMarks>{text}</VisibleMarks>
    </span>
  )

/** Shows the most serious finding of an invoice in a few words, and all findings on hover; renders nothing without one. */
export function InvoiceProblems({
  invoice: { checked, currency },
}: {
  invoice: Pick<ListedInvoice, 'checked' | 'currency'>
}) {
  const mark = checked === null ? undefined : problemMark(checked)
  if (checked === null || mark === undefined) return null
  const problems = problemsOf(checked, currency)
  return (
    <small className="text-yellow whitespace-normal!" title={problems.join('\n')}>
      {mark}
      {problems.length > 1 && ` · ${formatCount(problems.length, 'finding')}`}
    </small>
  )
}
