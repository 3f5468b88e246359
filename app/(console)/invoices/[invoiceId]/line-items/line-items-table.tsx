import { memo, useMemo } from 'react'
import { Money, Quantity } from '@/components/money/money'
import { OwnText } from '@/components/text/own-text'
import { type Column, DataTable } from '@/components/ui/data-table'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Skeleton } from '@/components/ui/skeleton'
import { UtcPeriod } from '@/components/time/utc-day'
import { isProblem } from '@/lib/invoices/finding-kinds'
import { isReviewed } from '@/lib/invoices/finding-review'
import { type CheckedLine, type InvoiceFindings } from '@/lib/invoices/invoice-findings'
import { lineFindingLabel, verdictLabel } from '@/lib/invoices/finding-label'
import { VerdictIcon } from '../verdict-icon'
import type { NumberedLine } from './matching-lines'
import { classNames } from '@/components/ui/class-names'
import type { LineItemDetailsProps } from './line-item-details'
import { visibilityLabel } from '@/lib/invoices/total-labels'

interface LineItemsTableProps extends Pick<LineItemDetailsProps, 'currency' | 'subscriptionId'> {
  lines: NumberedLine[]
  checked: InvoiceFindings
  /** Shows the customer's view: no checks or notes of the console. */
  isCustomers: boolean
}

/** Loads when the pointer reaches the expand button of a line: most users unfold none. */
const LineItemDetails = lazyWithRetry(
  () => import('./line-item-details').then((module) => module.LineItemDetails),
  <Skeleton className="h-72" />,
)

/**
 * A table of lines, with the same column widths on every page. On a narrow screen a line has three rows of text. Memoized: else each
 * letter of a search would check and render all rows.
 */
export const LineItemsTable = memo(function LineItemsTable({
  lines,
  currency,
  subscriptionId,
  checked,
  isCustomers,
}: LineItemsTableProps) {
  const checkOf = ({ line, position }: NumberedLine) => checked.checkLine(line, position)
  const columns = useMemo(() => columnsOf(currency, isCustomers ? null : checked), [currency, checked, isCustomers])
  return (
    <DataTable
      caption="Line items"
      look="lines"
      columns={columns}
      rows={lines}
      keyOf={({ position }) => position}
      detailsWidth="4rem"
      detailsLabel={({ position }) => `Details of line ${position}`}
      prefetchProps={LineItemDetails.prefetchProps}
      mark={isCustomers ? undefined : (line) => <RowVerdict check={checkOf(line)} />}
      details={(line) => (
        <LineItemDetails
          line={line.line}
          check={checkOf(line)}
          currency={currency}
          subscriptionId={subscriptionId}
          isCustomers={isCustomers}
        />
      )}
    />
  )
})

/** @param checked null for the customer's view, which has no marks of the console */
const columnsOf = (currency: string | null, checked: InvoiceFindings | null): Column<NumberedLine>[] => [
  {
    header: 'Description',
    show: ({ line, position }) => (
      <>
        <OwnText text={line.description} />
        {checked && <LineMarks line={line} check={checked.checkLine(line, position)} currency={currency} />}
      </>
    ),
  },
  {
    header: 'Period',
    width: '22%',
    show: ({ line }) => <UtcPeriod start={line.startDate} end={line.endDate} />,
  },
  {
    header: 'Quantity',
    width: '14%',
    isFigure: true,
    show: ({ line }) => <Quantity quantity={line.quantity} labels={line.price?.billable} />,
  },
  {
    header: 'Unit price',
    width: '14%',
    isFigure: true,
    show: ({ line }) => <Money amount={line.unitPrice} currency={currency} exact />,
  },
  {
    header: 'Amount',
    width: '10rem',
    isFigure: true,
    show: ({ line }) => <Money amount={line.amount} currency={currency} />,
  },
]

/** Shows no tick on a line with a finding: a line after the end may still match its calculation. */
function RowVerdict({ check }: { check: CheckedLine }) {
  const isMarked = check.about.some(isProblem)
  const isAfterEnd = check.about.some(({ kind }) => kind === 'afterEnd')
  const isWavedThrough = check.state !== 'reviewed' && check.about.some(isReviewed)
  const label = [verdictLabel(check), isAfterEnd && 'after the end', isWavedThrough && 'reviewed']
    .filter(Boolean)
    .join(', ')
  return (
    <span title={label} className="row-verdict">
      <VerdictIcon state={isMarked ? 'look' : isWavedThrough ? 'reviewed' : check.state} className="size-3.5" />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** Shows below a line's description: its findings, the explanation of a difference, and "hidden from the customer". */
function LineMarks({ line, check, currency }: Pick<LineItemDetailsProps, 'line' | 'check' | 'currency'>) {
  const visibility = visibilityLabel(line)
  return (
    <>
      {check.about.map((finding, nth) => (
        <div
          key={nth}
          className={classNames('no-print foreign mt-0.5 text-xs', isProblem(finding) ? 'text-yellow' : 'text-muted')}
        >
          {lineFindingLabel(finding, line, currency)}
        </div>
      ))}
      {visibility && <div className="text-muted mt-0.5 text-xs">{visibility}</div>}
    </>
  )
}
