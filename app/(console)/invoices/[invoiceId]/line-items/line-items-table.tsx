import { memo, useId, useState } from 'react'
import { Money, Quantity } from '@/components/money'
import { OwnText } from '@/components/own-text'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Skeleton } from '@/components/ui/skeleton'
import { UnfoldButton } from '@/components/ui/unfold-button'
import { UtcDay } from '@/components/utc-day'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { isProblem } from '@/lib/domain/invoice/finding-kinds'
import type { CheckedLine, InvoiceFindings } from '@/lib/domain/invoice/invoice-findings'
import { verdictLabel } from '@/lib/format/finding-label'
import { VerdictIcon } from '../verdict-icon'
import { LineMarks } from './line-marks'
import type { NumberedLine } from './matching-lines'

interface LineItemsTableProps {
  lines: NumberedLine[]
  currency: string | null
  subscriptionId: string | null
  checked: InvoiceFindings
  isCustomers: boolean
}

/** A table of lines, with the same column widths on every page. On a narrow screen a line has three rows of text. */
export function LineItemsTable({ lines, currency, subscriptionId, checked, isCustomers }: LineItemsTableProps) {
  return (
    <table aria-label="Line items" className="rows lines">
      <colgroup>
        <col style={{ width: '4rem' }} />
        <col />
        <col style={{ width: '22%' }} />
        <col style={{ width: '14%' }} />
        <col style={{ width: '14%' }} />
        <col style={{ width: '10rem' }} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Details</span>
          </th>
          <th scope="col">Description</th>
          <th scope="col">Period, UTC</th>
          <th scope="col" className="figure-cell">
            Quantity
          </th>
          <th scope="col" className="figure-cell">
            Unit price
          </th>
          <th scope="col" className="figure-cell">
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ line, position }) => (
          <LineItemRow
            key={position}
            line={line}
            position={position}
            currency={currency}
            subscriptionId={subscriptionId}
            checked={checked}
            isCustomers={isCustomers}
          />
        ))}
      </tbody>
    </table>
  )
}

/** Loads when the pointer reaches the expand button of a line: most users unfold none. */
const LineItemDetails = lazyWithRetry(
  () => import('./line-item-details').then((module) => module.LineItemDetails),
  <Skeleton className="h-72" />,
)

interface LineItemRowProps {
  line: InvoiceLineItemView
  /** The line's number, from 1. */
  position: number
  currency: string | null
  /** The subscription of the invoice; null when it names none. */
  subscriptionId: string | null
  checked: InvoiceFindings
  /** Shows the customer's view: no checks or notes of the console. */
  isCustomers: boolean
}

/** One line as a row, which unfolds to all of its fields. Memoized: else each letter of a search would render all rows. */
const LineItemRow = memo(function LineItemRow({
  line,
  position,
  currency,
  subscriptionId,
  checked,
  isCustomers,
}: LineItemRowProps) {
  const [open, setOpen] = useState(false)
  const detailsId = useId()
  const check = checked.checkLine(line, position)
  return (
    <>
      <tr>
        <td>
          <UnfoldButton
            label={`Details of line ${position}`}
            isOpen={open}
            detailsId={detailsId}
            onToggle={() => setOpen(!open)}
            prefetchProps={LineItemDetails.prefetchProps}
          />
          {!isCustomers && <RowVerdict check={check} />}
        </td>
        <td>
          <OwnText text={line.description} />
          {!isCustomers && <LineMarks line={line} check={check} currency={currency} />}
        </td>
        <td>
          <UtcDay iso={line.startDate} dense /> – <UtcDay iso={line.endDate} dense />
        </td>
        <td className="foreign figure-cell">
          <Quantity quantity={line.quantity} labels={line.price?.billable} />
        </td>
        <td className="foreign figure-cell">
          <Money amount={line.unitPrice} currency={currency} exact />
        </td>
        <td className="foreign figure-cell">
          <Money amount={line.amount} currency={currency} />
        </td>
      </tr>
      {open && (
        <tr id={detailsId}>
          <td colSpan={6}>
            <LineItemDetails
              line={line}
              check={check}
              currency={currency}
              subscriptionId={subscriptionId}
              isCustomers={isCustomers}
            />
          </td>
        </tr>
      )}
    </>
  )
})

/** Shows no tick on a line with a finding: a line after the end may still match its calculation. */
function RowVerdict({ check }: { check: CheckedLine }) {
  const isMarked = check.about.some(isProblem)
  const isAfterEnd = check.about.some(({ kind }) => kind === 'afterEnd')
  const label = isAfterEnd ? `${verdictLabel(check)}, after the end` : verdictLabel(check)
  return (
    <span title={label} className="row-verdict">
      <VerdictIcon state={isMarked ? 'look' : check.state} className="size-3.5" />
      <span className="sr-only">{label}</span>
    </span>
  )
}
