import type { InvoiceVerdict } from '@/lib/invoices/finding'
import type { ReactNode } from 'react'
import { ReadAgo } from '@/components/time/as-of'
import { KindIcon } from '@/components/objects/kind-icon'
import { classNames } from '@/components/ui/class-names'
import { EmptyCell } from '@/components/ui/empty-cell'
import { Link } from '@/components/ui/link'
import { Pill, type Tone } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { FindHit } from '@/lib/find/find-result'
import type { ListedInvoice } from '@/lib/objects/indexed-objects'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { problemMark, problemsOf, reviewedLabels } from '@/lib/invoices/finding-label'
import { CHECK_VERDICT_NAMES } from '@/lib/objects/status-names'

interface NameCellProps {
  kind: FindHit['kind']
  /** Null for an object that has no page. */
  path: string | null
  name: string | null
  id: string
  /** Null for an object that was not read. */
  asOf: string | null
  /** When the list was read. */
  readAt: string
  /** The status, which a narrow table has here. */
  status?: ReactNode
  children?: ReactNode
}

/** The first cell of a row: its icon, its name as a link, and its ID. */
export function NameCell({ kind, path, name, id, asOf, readAt, status, children }: NameCellProps) {
  const title = { title: name ?? id, children: <VisibleMarks>{name ?? id}</VisibleMarks> }
  const look = classNames('block truncate font-medium', name === null && 'opaque')
  return (
    <div className="flex min-w-0 items-center gap-2.5 @max-[40rem]:items-start">
      <KindIcon kind={kind} />
      <div className="min-w-0">
        {path === null ? (
          <span {...title} className={look} />
        ) : (
          <Link {...title} href={path} prefetch={false} className={classNames(look, 'text-accent hover:underline')} />
        )}
        {name !== null && (
          <small className="opaque" title={id}>
            <VisibleMarks>{id}</VisibleMarks>
          </small>
        )}
        {status !== undefined && <div className="mt-1 hidden @max-[40rem]:block">{status}</div>}
        {asOf !== null && <ReadAgo asOf={asOf} at={readAt} />}
        {children}
      </div>
    </div>
  )
}

/** An ID or a text of the API, or a mark that none was sent. */
export const TextCell = ({ text, isId = false }: { text: string | null; isId?: boolean }) =>
  text === null ? (
    <EmptyCell label="Not sent" />
  ) : (
    <span title={text} className={isId ? 'opaque block truncate' : 'foreign line-clamp-2'}>
      <VisibleMarks>{text}</VisibleMarks>
    </span>
  )

/** Shows the most serious finding of an invoice in a few words, all findings on hover, and who reviewed which; nothing without one. */
export function InvoiceProblems({
  invoice: { checked, currency },
}: {
  invoice: Pick<ListedInvoice, 'checked' | 'currency'>
}) {
  if (checked === null) return null
  const mark = problemMark(checked)
  const reviewed = reviewedLabels(checked).map((words) => (
    <small key={words} className="line-clamp-4 wrap-anywhere whitespace-normal!" title={words}>
      <VisibleMarks>{words}</VisibleMarks>
    </small>
  ))
  if (mark === undefined) return reviewed
  const problems = problemsOf(checked, currency)
  return (
    <>
      <small className="text-yellow whitespace-normal!" title={problems.join('\n')}>
        {mark}
        {problems.length > 1 && ` · ${formatCount(problems.length, 'finding')}`}
      </small>
      {reviewed}
    </>
  )
}

const TONES: Record<InvoiceVerdict, Tone> = {
  look: 'yellow',
  unchecked: 'grey',
  agrees: 'green',
}

/** The verdict of the checks of an invoice. */
export const VerdictPill = ({
  verdict,
  reviewed = 0,
}: {
  verdict: InvoiceVerdict
  /** The number of findings that were reviewed. */
  reviewed?: number
}) => (
  <Pill tone={TONES[verdict]} beside={reviewed > 0 ? `${formatNumber(reviewed)} reviewed` : ''}>
    {CHECK_VERDICT_NAMES[verdict]}
  </Pill>
)
