'use client'

import { Absent, NoUsableDate } from '@/components/absent'
import { Money, Quantity } from '@/components/money'
import { VisibleMarks } from '@/components/visible-marks'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { formatCount } from '@/lib/format/amount'
import { placeholderDay } from '@/lib/domain/time/usable-date'
import { formatDate } from '@/lib/format/instant'
import { isAbsent } from '@/lib/format/unreadable'
import { visibilityLabel } from '@/lib/format/visibility-label'

/** A limit of about 500 printed pages. */
const MAX_PRINTED_LINES = 20_000

/** All lines for paper, in as few elements as can be: a browser lays out thousands of them at once. */
export function PrintedLineItems({ lines, currency }: { lines: InvoiceLineItemView[]; currency: string | null }) {
  return (
    <>
      {lines.length > MAX_PRINTED_LINES && (
        <p className="px-4 py-2 text-sm">
          Only the first {formatCount(MAX_PRINTED_LINES, 'line')} of {formatCount(lines.length, 'line')} are printed.
        </p>
      )}
      <table
        aria-label="Line items"
        className="w-full table-fixed text-xs wrap-anywhere [&_td]:px-2 [&_td]:py-1 [&_td]:align-top"
      >
        <thead className="text-muted">
          <tr className="[&_th]:px-2 [&_th]:py-1 [&_th]:font-normal">
            <th scope="col" className="w-4/12 text-left">
              Description
            </th>
            <th scope="col" className="w-3/12 text-left">
              Period (UTC)
            </th>
            <th scope="col" className="text-right">
              Quantity
            </th>
            <th scope="col" className="text-right">
              Unit price
            </th>
            <th scope="col" className="text-right">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, MAX_PRINTED_LINES).map((line, index) => (
            <tr key={index}>
              <td className="foreign">
                {isAbsent(line.description) ? (
                  <Absent value={line.description} />
                ) : (
                  <VisibleMarks>{line.description}</VisibleMarks>
                )}
                {visibilityLabel(line) && ` (${visibilityLabel(line)?.toLowerCase()})`}
              </td>
              <td>
                {dayOf(line.startDate)} – {dayOf(line.endDate)}
              </td>
              <td className="text-right">
                <Quantity quantity={line.quantity} labels={line.price?.billable} />
              </td>
              <td className="text-right">
                <Money amount={line.unitPrice} currency={currency} exact />
              </td>
              <td className="text-right">
                <Money amount={line.amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function dayOf(iso: InvoiceLineItemView['startDate']) {
  const placeholder = placeholderDay(iso)
  if (placeholder !== null) return <NoUsableDate day={placeholder} dense />
  return isAbsent(iso) ? <Absent value={iso} /> : formatDate(iso, 'UTC')
}
