import { LineItemRow } from './line-item-row'
import type { PlacedLine } from './matching-lines'

interface LineItemsTableProps {
  lines: PlacedLine[]
  currency: string | null
}

/** The lines given, a row each. Where it is too wide it scrolls inside its own region. */
export function LineItemsTable({ lines, currency }: LineItemsTableProps) {
  return (
    <div className="max-lg:overflow-x-auto print:overflow-visible">
      <table aria-label="Line items" className="w-full border-collapse text-sm">
        <thead className="text-muted text-left text-xs">
          <tr className="border-b">
            <th scope="col" className="no-print w-16 py-2 pl-2 font-normal">
              <span className="sr-only">Details</span>
            </th>
            <th scope="col" className="px-2 py-2 font-normal">
              Description
            </th>
            <th scope="col" className="hidden px-2 py-2 font-normal sm:table-cell">
              Period
            </th>
            <th scope="col" className="figure hidden px-2 py-2 font-normal sm:table-cell">
              Quantity
            </th>
            <th scope="col" className="figure hidden px-2 py-2 font-normal sm:table-cell">
              Unit price
            </th>
            <th scope="col" className="figure py-2 pr-4 pl-2 font-normal">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ line, position }) => (
            <LineItemRow key={position} line={line} position={position} currency={currency} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
