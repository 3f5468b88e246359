import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { readable } from '@/lib/format/unreadable'

export interface PlacedLine {
  line: InvoiceLineItemView
  /** 1 for the invoice's first line: ids may be missing or repeat, places cannot. */
  position: number
}

/** The lines that hold the text in their description or one of their ids, in the invoice's order. */
export function matchingLines(lines: InvoiceLineItemView[], text: string): PlacedLine[] {
  const sought = text.trim().toLowerCase()
  const placed = lines.map((line, index) => ({ line, position: index + 1 }))
  if (sought === '') return placed
  return placed.filter(({ line }) =>
    [line.description, line.id, line.priceId, line.price?.billable?.id].some((field) =>
      readable(field)?.toLowerCase().includes(sought),
    ),
  )
}
