import type { InvoiceView } from './invoice'
import type { InvoiceFinding } from './finding'
import { readable, readableList } from '@/lib/billing-api/unreadable'
import { exactOf } from '@/lib/money/decimal'
import { endMs } from '@/lib/time/end'
import { usableDate } from '@/lib/time/usable-date'
import type { ChargedInvoice } from './charged-wrongly'
import { type Charge, chargeOf, unsettledCharges } from './invoice-lines'
import { isPayableOrPaid } from './owed-statuses'

const DAY_MS = 86_400_000

/** The dates of an invoice's subscription, UTC ISO 8601; null when there is none or it is unknown. */
export interface SubscriptionDates {
  startDate: string | null
  endDate: string | null
  /** True in a trial. */
  isTrial?: boolean
  /** False when the trial does not charge usage either. */
  isUsageCharged?: boolean
}

/** An invoice as far as its charges are compared with the dates of its subscription. */
interface DatedInvoice extends Pick<ChargedInvoice, 'status' | 'goneAt'> {
  /** UTC ISO 8601; null when it is unknown. */
  issueDate: string | null
}

/**
 * Finds charges from the end of the subscription on, beyond its end, from a UTC day before its start, and in its trial, that no credit
 * settles: at most one finding of each kind. Ignores charges of zero, credits and void invoices.
 */
export function outsideSubscription(
  charges: readonly Charge[],
  dates: SubscriptionDates | null,
  invoice: DatedInvoice,
): InvoiceFinding[] {
  if (!isPayableOrPaid(invoice)) return []
  const [startDate, endDate] = [usableDate(dates?.startDate), usableDate(dates?.endDate)]
  const endsAtMs = endDate === null ? NaN : endMs(endDate)
  // An invoice that was issued before may have charged a period in advance; usage may name the whole period.
  const isAfterEnd = Date.parse(usableDate(invoice.issueDate) ?? '') >= endsAtMs
  const { isTrial = false, isUsageCharged = true } = dates ?? {}
  const late = unsettledOf(charges, ({ start }) => Date.parse(start) >= endsAtMs)
  const beyond = unsettledOf(
    charges,
    ({ start, end, isUsage }) =>
      isAfterEnd && isUsage !== true && Date.parse(start) < endsAtMs && endMs(end ?? '') > endsAtMs + DAY_MS,
  )
  const early = unsettledOf(charges, ({ start }) => startDate !== null && start.slice(0, 10) < startDate.slice(0, 10))
  const inTrial = unsettledOf(charges, ({ isUsage }) => isTrial && (isUsage === false || !isUsageCharged))
  const isSurelyNoUsage = beyond.some(({ charge }) => charge.isUsage === false)
  const about = (some: typeof late) => ({
    severity: 'finding' as const,
    lines: some.map(({ position }) => position),
  })
  const [subscriptionStart, subscriptionEnd] = [startDate ?? '', endDate ?? '']
  const found: InvoiceFinding[] = [
    { ...about(late), kind: 'afterEnd', subscriptionEnd },
    { ...about(beyond), severity: isSurelyNoUsage ? 'finding' : 'note', kind: 'beyondEnd', subscriptionEnd },
    { ...about(early), kind: 'beforeStart', subscriptionStart },
    { ...about(inTrial), kind: 'chargedInTrial' },
  ]
  return found.filter(({ lines }) => lines.length > 0)
}

/** Returns `outsideSubscription` for an invoice as it was read. */
export const outsideOf = (
  { invoiceLineItems, status, issueDate }: Pick<InvoiceView, 'invoiceLineItems' | 'status' | 'issueDate'>,
  dates: SubscriptionDates | null,
): InvoiceFinding[] =>
  outsideSubscription(readableList(invoiceLineItems).map(chargeOf), dates, {
    status: readable(status),
    goneAt: null,
    issueDate: readable(issueDate),
  })

function unsettledOf(charges: readonly Charge[], isOutside: (charge: Charge & { start: string }) => boolean) {
  const outside = charges.flatMap((charge, index) => {
    const start = usableDate(charge.start)
    const isCharged = () => exactOf(charge.amount)?.lte(0) !== true
    return start !== null && isOutside({ ...charge, start }) && isCharged() ? { charge, position: index + 1 } : []
  })
  // Most invoices have no such line: this saves computing with their credits.
  if (outside.length === 0) return []
  const credits = charges.filter((charge) => exactOf(charge.amount)?.lt(0) === true)
  return outside.filter(({ charge }) => {
    const ofPrice = credits.filter(({ priceId }) => priceId !== null && priceId === charge.priceId)
    return ofPrice.length === 0 || exactOf(charge.amount) === null || unsettledCharges([charge, ...ofPrice]).length > 0
  })
}
