import { Absent } from '@/components/absent'
import { Instant } from '@/components/instant'
import { Link } from '@/components/ui/link'
import { Pill } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/visible-marks'
import type { ListedInvoice } from '@/contract/console/indexed-objects'
import { formatCount } from '@/lib/format/amount'
import { problemMark, problemsOf } from '@/lib/format/finding-label'

/** The first cell of a row: its name as a link, and its ID. A narrow row also has the instant of the response here. */
export function NameCell({ path, name, id, asOf }: { path: string; name: string | null; id: string; asOf: string }) {
  return (
    <>
      <Link href={path} prefetch={false} className={`font-medium ${name ? 'foreign' : 'opaque'}`}>
        <VisibleMarks>{name ?? id}</VisibleMarks>
      </Link>
      {name !== null && (
        <small className="opaque">
          <VisibleMarks>{id}</VisibleMarks>
        </small>
      )}
      <span className="hidden @max-[48rem]:block">
        <AsOfRow asOf={asOf} />
      </span>
    </>
  )
}

const HOUR_MS = 3_600_000

/** The instant of the response that a row is from; with `pageAsOf` only when it is an hour older than the page. */
export function AsOfRow({ asOf, pageAsOf }: { asOf: string; pageAsOf?: string }) {
  if (pageAsOf !== undefined && Date.parse(pageAsOf) - Date.parse(asOf) <= HOUR_MS) return null
  return (
    <small className="whitespace-normal! [&_*]:whitespace-normal!">
      as of <Instant iso={asOf} dense />
    </small>
  )
}

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
    <Absent value={undefined} />
  ) : (
    <span className={isId ? 'opaque' : 'foreign'}>
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
