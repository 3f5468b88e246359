import type { InvoiceLineItemView } from '@/contract/console/invoice'
import { lineVerdict } from '@/lib/domain/line-verdict'
import { readable } from '@/lib/format/unreadable'

export interface PlacedLine {
  line: InvoiceLineItemView
  /** 1 for the invoice's first line: ids may be missing or repeat, places cannot. */
  position: number
}

/** The lines that hold the text in their description or one of their ids, in the invoice's order; with `onlyLook` those that need a look. */
export function matchingLines(lines: InvoiceLineItemView[], text: string, onlyLook = false): PlacedLine[] {
  const sought = text.trim().toLowerCase()
  const all = lines.map((line, index) => ({ line, position: index + 1 }))
  const placed = onlyLook ? all.filter(({ line }) => lineVerdict(line).state === 'look') : all
  if (sought === '') return placed
  return placed.filter(({ line }) =>
    [line.description, line.id, line.priceId, line.price?.billable?.id].some((field) =>
      readable(field)?.toLowerCase().includes(sought),
    ),
  )
}
