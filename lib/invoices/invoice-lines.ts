import type { InvoiceLineItemView, InvoiceView } from './invoice'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'

/** What a line charges for. Instants are UTC ISO 8601, quantity and amount are decimal text; null when nothing readable was sent. */
export interface Charge {
  priceId: string | null
  name: string | null
  start: string | null
  end: string | null
  quantity: string | null
  amount: string | null
  /** True for usage, false for an entitlement; absent when the type of the price is not known. */
  isUsage?: boolean
}

const MAX_CHARGES = 100
const MAX_NAME = 100

/** Returns what each line charges for (section 2.5); null for more than 100 lines, and without a readable list of them. */
export function invoiceCharges({ invoiceLineItems: lines, totals }: InvoiceView): Charge[] | null {
  if (lines === null || isUnreadable(lines) || lines.length > MAX_CHARGES || lines.length !== totals?.lines) return null
  return lines.every((line) => !isUnreadable(line)) ? lines.map(chargeOf) : null
}

/** Returns the ID of the price of a line; null without one. An empty ID is none. */
export const priceIdOf = ({ priceId, price }: Pick<InvoiceLineItemView, 'priceId' | 'price'>): string | null =>
  [readable(priceId), readable(price?.id)].find((id) => id !== null && id !== '') ?? null

/** Returns the charge of one line: price, description, period, quantity and amount. */
export const chargeOf = (line: InvoiceLineItemView): Charge => ({
  priceId: priceIdOf(line),
  name: readable(line.description)?.slice(0, MAX_NAME) ?? null,
  start: readable(line.startDate),
  end: readable(line.endDate),
  quantity: readable(line.quantity),
  amount: readable(line.amount),
  ...usageOf(line),
})

/** True for a line of usage; false also when the type of its price is not known. */
export const isUsageLine = (line: InvoiceLineItemView): boolean => usageOf(line).isUsage === true

function usageOf({ price }: InvoiceLineItemView): Pick<Charge, 'isUsage'> {
  const type = readable(price?.entityType)
  return type === 'metric' || type === 'entitlement' ? { isUsage: type === 'metric' } : {}
}

/** Returns false when the line is `hidden` or `showOnInvoice` is false, and null when that is unreadable; else true. */
export function isSeenByCustomer({ price }: Pick<InvoiceLineItemView, 'price'>): boolean | null {
  const { hidden, showOnInvoice } = price?.billable ?? {}
  if (hidden === true || showOnInvoice === false) return false
  return isUnreadable(hidden) || isUnreadable(showOnInvoice) ? null : true
}
