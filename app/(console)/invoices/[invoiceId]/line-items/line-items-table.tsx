import { LineItemRow } from './line-item-row'
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
