import type { ReactNode } from 'react'
import { Instant } from '@/components/time/instant'
import { KindIcon } from '@/components/objects/kind-icon'
import { Money } from '@/components/money/money'
import type { Column } from '@/components/ui/data-table'
import { EmptyCell } from '@/components/ui/empty-cell'
import { Pill, type Tone } from '@/components/ui/pill'
import { UtcDay } from '@/components/time/utc-day'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { ListedInvoice } from '@/lib/objects/indexed-objects'
import type { InvoiceVerdict } from '@/lib/invoices/finding'
import { columnsOf, type ListColumn, type ListName, type ListRows, LISTS, textOf } from '@/lib/objects/lists'
import { isReviewed } from '@/lib/invoices/finding-review'
import { formatNumber, shortName } from '@/lib/money/amount'
import { CHECK_VERDICT_NAMES } from '@/lib/objects/status-names'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import { InvoiceProblems } from './invoice-problems'
import { ListedName } from './listed-name'
import { ListedStatus } from './listed-status'

/** The first cell of a row: its icon, its name as a link, and its ID; in a narrow table its status, too. */
function NameCell({ list, name, row, readAt }: Omit<ListCellProps, 'field' | 'column'> & { name: string | null }) {
  const { kind } = LISTS[list]
  const shown = kind === 'invoice' && name !== null ? `Invoice ${shortName(name)}` : name
  return (
    <>
      <div className="flex min-w-0 items-center gap-2.5 @max-[40rem]:items-start">
        <KindIcon kind={kind} />
        <div className="min-w-0">
          <ListedName kind={kind} {...row} name={shown} readAt={readAt} />
          {'checked' in row && <InvoiceProblems invoice={row} />}
        </div>
      </div>
      {'status' in row && (
        <div className="mt-1 hidden @max-[40rem]:block">
          <ListedStatus row={row} at={readAt} />
        </div>
      )}
    </>
  )
}

/** An ID or a text of the API, or a mark that none was sent. */
const TextCell = ({ text, isId = false }: { text: string | null; isId?: boolean }) =>
  text === null ? (
    <EmptyCell label="Not sent" />
  ) : (
    <span title={text} className={isId ? 'opaque block truncate' : 'foreign line-clamp-2'}>
      <VisibleMarks>{text}</VisibleMarks>
    </span>
  )

const TONES: Record<InvoiceVerdict, Tone> = {
  look: 'yellow',
  unchecked: 'grey',
  agrees: 'green',
}

/** The verdict of the checks of an invoice. */
export const VerdictPill = ({ verdict, checked }: Pick<ListedInvoice, 'verdict' | 'checked'>) => {
  const reviewed = checked?.findings.filter(isReviewed).length ?? 0
  return (
    <Pill isListed tone={TONES[verdict]} beside={reviewed > 0 ? `${formatNumber(reviewed)} reviewed` : ''}>
      {CHECK_VERDICT_NAMES[verdict]}
    </Pill>
  )
}

type AnyRow = ListRows[ListName]
/** The cells of a list that its descriptor does not describe, by field. */
type OwnCells<Row> = Readonly<Record<string, (row: Row) => ReactNode>>

/** Returns the columns of a list's table. @param own the cells of the columns of the kind `own` */
export const listColumns =
  <Row extends AnyRow>(list: ListName, own: OwnCells<Row> = {}) =>
  (readAt: string): Column<Row>[] =>
    columnsOf(list).flatMap(([field, column]) => {
      const { header, kind, width, keepsWidth, isWide, sort } = column
      const isFigure = column.isFigure ?? (kind === 'money' || kind === 'number')
      if (header === undefined) return []
      const show = own[field] ?? ((row: Row) => <ListCell {...{ list, field, column, row, readAt }} />)
      return [{ header, width, keepsWidth, isWide, isFigure, show, sort: sort?.name }]
    })

interface ListCellProps {
  list: ListName
  field: string
  column: ListColumn
  row: AnyRow
  readAt: string
}

function ListCell({ list, field, column: { kind, missing = 'Not sent' }, row, readAt }: ListCellProps) {
  const value = textOf(row, field)
  switch (kind) {
    case 'link':
      return <NameCell list={list} name={value} row={row} readAt={readAt} />
    case 'status':
      return 'status' in row && <ListedStatus row={row} at={readAt} hasDateColumn />
    case 'instant':
      return <Instant iso={value} missing={missing} dense />
    case 'day':
    case 'lastDay':
      return value === null ? <EmptyCell label={missing} /> : <UtcDay iso={value} isEnd={kind === 'lastDay'} dense />
    case 'money':
      return <Money amount={value} currency={textOf(row, 'currency')} missing={UNKNOWN} />
    default:
      return <TextCell text={value} isId={kind === 'id'} />
  }
}
