import { createColumnHelper, metaHelper, rowExpandingFeature, tableFeatures } from '@tanstack/react-table'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Absent } from '@/components/absent'
import { Instant } from '@/components/instant'
import { Money } from '@/components/money'
import { SignedAmount } from '@/components/signed-amount'
import { TransactionType } from '@/components/transaction-type'
import { Link } from '@/components/ui/link'
import { VisibleMarks } from '@/components/visible-marks'
import type { TransactionView } from '@/contract/console/transaction'
import type { Read } from '@/contract/console/view-of'
import { invoicePath } from '@/lib/browser/paths'
import { shortName } from '@/lib/format/amount'
import { cadenceLabel } from '@/lib/format/labels'
import { firstUnreadable, isAbsent, isUnreadable, readable } from '@/lib/format/unreadable'
import { balanceBreakLabel, offByLabel } from './balance-break-label'
import type { PageMarks } from './page-marks'

/** Facts about the page that a cell needs. */
interface CellContext {
  marks: PageMarks
  /** The unit of all rows, which the column headers name; null when each row names its own. */
  unit: string | null
}

export interface ColumnMeta {
  /** Returns the content of a cell. Rows call it directly: TanStack's context for each cell costs more than the cell. */
  show: (transaction: TransactionView, context: CellContext) => ReactNode
  /** A fixed width, so that nothing moves when other rows arrive; columns without one share the rest. */
  width?: string
  /** For a right-aligned column of numbers in the unit of the row's pool: returns the number. */
  figure?: (transaction: TransactionView) => Read<string>
}

/** Rows can be expanded; the API sorts and slices. */
export const transactionTableFeatures = tableFeatures({
  rowExpandingFeature,
  columnMeta: metaHelper<ColumnMeta>(),
})

const column = createColumnHelper<typeof transactionTableFeatures, TransactionView>()
const FIGURE_WIDTH = '7.5rem'

export const transactionColumns = column.columns([
  column.accessor('createdAt', {
    header: 'Created',
    meta: { show: ({ createdAt }) => <Instant iso={createdAt} dense />, width: '9.25rem' },
  }),
  column.display({
    id: 'type',
    header: 'Type',
    meta: { show: ({ type }) => <TransactionType type={type} />, width: '8.5rem' },
  }),
  column.display({ id: 'billable', header: 'Billable', meta: { show: billableCell } }),
  column.display({
    id: 'amount',
    header: 'Amount',
    meta: { show: amountCell, width: FIGURE_WIDTH, figure: (row) => row.amount },
  }),
  column.display({
    id: 'balance',
    header: 'Balance after',
    meta: { show: balanceCell, width: FIGURE_WIDTH, figure: (row) => row.newBalance },
  }),
  column.display({
    id: 'block',
    header: 'Block size',
    meta: { show: blockSizeCell, width: FIGURE_WIDTH, figure: (row) => row.allocationBlock?.amount },
  }),
  column.display({ id: 'plan', header: 'Plan', meta: { show: planCell } }),
  column.display({ id: 'invoice', header: 'Invoice', meta: { show: invoiceCell, width: '4.75rem' } }),
])

function billableCell({ billable, billableId }: TransactionView) {
  const name = readable(billable?.name)
  const id = readable(billable?.id) ?? readable(billableId)
  const shown = name || id
  return shown ? (
    <span className={`${name ? 'foreign' : 'opaque'} line-clamp-2`}>
      <VisibleMarks>{shown}</VisibleMarks>
    </span>
  ) : (
    <Absent value={firstUnreadable(billable?.name, billable?.id, billableId)} />
  )
}

function amountCell(transaction: TransactionView, { marks, unit }: CellContext) {
  return (
    <>
      <SignedAmount transaction={transaction} signed={marks.signed} />
      {unit === null && !isAbsent(transaction.amount) && unitLine(transaction)}
    </>
  )
}

/** The balance of a row's pool after it; marked when it does not follow from the row before. */
function balanceCell(transaction: TransactionView, { marks, unit }: CellContext) {
  const found = marks.breaks.get(transaction)
  return (
    <>
      <Money amount={transaction.newBalance} />
      {unit === null && !isAbsent(transaction.newBalance) && unitLine(transaction)}
      {found && (
        <div title={balanceBreakLabel(found)} className="text-yellow flex items-center justify-end gap-1 text-xs">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {offByLabel(found)}
        </div>
      )}
    </>
  )
}

function blockSizeCell(transaction: TransactionView, { unit }: CellContext) {
  return (
    <>
      <Money amount={transaction.allocationBlock?.amount} />
      {unit === null && unitLine(transaction)}
    </>
  )
}

/** The unit of a row's figures; null when none was sent. */
function unitLine({ allocationBlock }: TransactionView) {
  const unit = allocationBlock?.pricingUnit ?? null
  if (isUnreadable(unit)) return <Absent value={unit} />
  return unit === null ? null : (
    <small className="foreign">
      <VisibleMarks>{unit}</VisibleMarks>
    </small>
  )
}

function planCell({ allocationBlock: block }: TransactionView) {
  const name = readable(block?.planName)
  const cadence = readable(block?.billingCadence)
  return (
    <>
      {name ? (
        <span className="foreign line-clamp-1">
          <VisibleMarks>{name}</VisibleMarks>
        </span>
      ) : (
        <Absent value={firstUnreadable(block?.planName, block?.billingCadence)} />
      )}
      {cadence && (
        <small className="foreign">
          <VisibleMarks>{cadenceLabel(cadence)}</VisibleMarks>
        </small>
      )}
    </>
  )
}

function invoiceCell({ allocationBlock: block }: TransactionView) {
  const id = readable(block?.invoiceId)
  const vanityId = readable(block?.invoiceVanityId)
  if (!id)
    return vanityId ? shortName(vanityId) : <Absent value={firstUnreadable(block?.invoiceId, block?.invoiceVanityId)} />
  return (
    <Link href={invoicePath(id)} prefetch={false} className={vanityId ? 'foreign tabular-nums' : 'opaque line-clamp-2'}>
      {vanityId === null ? id : shortName(vanityId)}
    </Link>
  )
}
