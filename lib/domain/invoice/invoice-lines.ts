import type { InvoiceLineItemView, InvoiceView } from '@/contract/console/invoice'
import { isUnreadable, readable } from '../../format/unreadable'

/** What a line charges for. Instants are UTC ISO 8601, quantity and amount are decimal text; null when nothing readable was sent. */
export interface Charge {
  priceId: string | null
  name: string | null
  start: string | null
  end: string | null
  quantity: string | null
  amount: string | null
}

const MAX_CHARGES = 100
const MAX_NAME = 100

/** Returns what each line charges for (section 2.5); null for more than 100 lines, and without a readable list of them. */
export function invoiceCharges({ invoiceLineItems: lines, totals }: InvoiceView): Charge[] | null {
  if (lines === null || isUnreadable(lines) || lines.length > MAX_CHARGES || lines.length !== totals?.lines) return null
  return lines.every((line) => !isUnreadable(line)) ? lines.map(chargeOf) : null
}

/** Returns the charge of one line: price, description, period, quantity and amount. */
export const chargeOf = (line: InvoiceLineItemView): Charge => ({
  priceId: readable(line.priceId) ?? readable(line.price?.id),
  name: readable(line.description)?.slice(0, MAX_NAME) ?? null,
  start: readable(line.startDate),
  end: readable(line.endDate),
  quantity: readable(line.quantity),
  amount: readable(line.amount),
})

/** Returns false when the line is `hidden` or `showOnInvoice` is false, and null when that is unreadable; else true. */
export function isSeenByCustomer({ price }: Pick<InvoiceLineItemView, 'price'>): boolean | null {
  const { hidden, showOnInvoice } = price?.billable ?? {}
  if (hidden === true || showOnInvoice === false) return false
  return isUnreadable(hidden) || isUnreadable(showOnInvoice) ? null : true
}
