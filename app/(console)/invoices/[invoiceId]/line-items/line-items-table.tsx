import { ChevronRight } from 'lucide-react'
import { memo, useId, useState } from 'react'
import { Money, Quantity } from '@/components/money'
import { OwnText } from '@/components/own-text'
import { classNames } from '@/components/ui/class-names'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { Skeleton } from '@/components/ui/skeleton'
import { UtcDay } from '@/components/utc-day'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { isAfterEnd } from '@/lib/domain/invoice/after-end'
import { type LineVerdict, lineVerdict } from '@/lib/domain/invoice/line-verdict'
import { verdictLabel } from '@/lib/format/verdict-label'
import { VerdictIcon } from '../verdict-icon'
import { LineMarks } from './line-marks'
import type { NumberedLine } from './matching-lines'

interface LineItemsTableProps {
  lines: NumberedLine[]
  currency: string | null
  subscriptionId: string | null
  endDate: string | null
  isCustomers: boolean
}

/** Sticky below the top bar, unless the screen is too short. */
const HEAD =
  'bg-surface z-10 py-2 font-normal shadow-[inset_0_-1px_0_var(--color-line)] [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:top-13'
const WIDE_HEAD = `${HEAD} hidden px-2 min-[800px]:table-cell`

/** A table of lines, with the same column widths on every page. Below 800 px two columns hold everything. */
export function LineItemsTable({ lines, currency, subscriptionId, endDate, isCustomers }: LineItemsTableProps) {
  return (
    <table aria-label="Line items" className="w-full table-fixed border-collapse text-sm">
      {/* Below 800 px three columns show. The cell of an unfolded line spans six, so the hidden columns must have
          no width. */}
      <colgroup>
        <col className="w-16" />
        <col />
        <col className="w-32 min-[800px]:w-[22%]" />
        <col className="w-px min-[800px]:w-[14%]" />
        <col className="w-px min-[800px]:w-[14%]" />
        <col className="w-px min-[800px]:w-40" />
      </colgroup>
      <thead className="text-muted text-left text-xs">
        <tr>
          <th scope="col" className={`${HEAD} no-print pl-2`}>
            <span className="sr-only">Details</span>
          </th>
          <th scope="col" className={`${HEAD} px-2`}>
            Description
          </th>
          <th scope="col" className={WIDE_HEAD}>
            Period, UTC
          </th>
          <th scope="col" className={`${WIDE_HEAD} figure`}>
            Quantity
          </th>
          <th scope="col" className={`${WIDE_HEAD} figure`}>
            Unit price
          </th>
          <th scope="col" className={`${HEAD} figure pr-4 pl-2`}>
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
            endDate={endDate}
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
  /** When the subscription ends; null when it does not end or the end is unknown. */
  endDate: string | null
  /** Shows the customer's view: no checks or notes of the console. */
  isCustomers: boolean
}

/**
 * One line as a row, which unfolds to all of its fields. A narrow screen shows two columns. It is memoized: otherwise
 * each letter of a search would render all rows.
 */
const LineItemRow = memo(function LineItemRow({
  line,
  position,
  currency,
  subscriptionId,
  endDate,
  isCustomers,
}: LineItemRowProps) {
  const [open, setOpen] = useState(false)
  const detailsId = useId()
  const verdict = lineVerdict(line)
  const period = (
    <>
      <UtcDay iso={line.startDate} dense /> – <UtcDay iso={line.endDate} dense />
    </>
  )
  const quantity = <Quantity quantity={line.quantity} labels={line.price?.billable} />
  return (
    <>
      <tr className={classNames('align-top', !open && 'border-b')}>
        <td className="no-print py-1.5 pl-2">
          <div className="flex items-center">
            <button
              type="button"
              aria-expanded={open}
              aria-controls={open ? detailsId : undefined}
              aria-label={`Details of line ${position}`}
              onClick={() => setOpen(!open)}
              {...LineItemDetails.prefetchProps}
              className="text-muted hover:bg-hover hover:text-text inline-flex size-7 items-center justify-center rounded"
            >
              <ChevronRight
                aria-hidden="true"
                className={classNames('size-4 transition-transform', open && 'rotate-90')}
              />
            </button>
            {!isCustomers && <RowVerdict verdict={verdict} isAfterEnd={isAfterEnd(line, endDate)} />}
          </div>
        </td>
        <td className="px-2 py-2.5 wrap-anywhere">
          <OwnText text={line.description} />
          {!isCustomers && <LineMarks line={line} verdict={verdict} currency={currency} endDate={endDate} />}
          <div className="foreign text-muted mt-0.5 text-xs min-[800px]:hidden">
            <div>{period}</div>
            {quantity} × <Money amount={line.unitPrice} currency={currency} exact />
          </div>
        </td>
        <td className="text-muted hidden px-2 py-2.5 min-[800px]:table-cell">{period}</td>
        <td className="foreign hidden px-2 py-2.5 text-right min-[800px]:table-cell">{quantity}</td>
        <td className="foreign hidden px-2 py-2.5 text-right min-[800px]:table-cell">
          <Money amount={line.unitPrice} currency={currency} exact />
        </td>
        <td className="foreign py-2.5 pr-4 pl-2 text-right">
          <Money amount={line.amount} currency={currency} />
        </td>
      </tr>
      {open && (
        <tr id={detailsId} className="border-b">
          <td colSpan={6} className="overflow-x-auto px-4 pb-4 sm:pl-11">
            <LineItemDetails
              line={line}
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

/** A marked line shows no tick: a line after the end may still match its calculation. */
function RowVerdict({ verdict, isAfterEnd: isAfter }: { verdict: LineVerdict; isAfterEnd: boolean }) {
  const label = isAfter ? `${verdictLabel(verdict)}, after the end` : verdictLabel(verdict)
  return (
    <span title={label} className="ml-0.5 inline-flex">
      <VerdictIcon state={isAfter ? 'look' : verdict.state} className="size-3.5" />
      <span className="sr-only">{label}</span>
    </span>
  )
}
