import { Big } from 'big.js'
import { readable, readableList } from '@/lib/billing-api/unreadable'
import { endMs } from '@/lib/time/end'
import type { RulesView } from '@/lib/billing-api/price'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import type { Pieces } from '@/contract/pieces'
import { calendarDaysBetween } from '@/lib/time/instant'
import { exactOf } from '@/lib/money/decimal'
import { usableDate } from '@/lib/time/usable-date'
import type { ChargedInvoice } from './charged-wrongly'
import { type Charge, type NumberedLine, chargeOf, unsettledCharges } from './invoice-lines'
import { isPayableOrPaid } from './owed-statuses'
import type { InvoiceView } from './invoice'
import type { InvoiceFinding, PriceTerms, SubscriptionTerms } from './finding'

const DAY_MS = 86_400_000

/** The dates of an invoice's subscription, UTC ISO 8601; null when there is none or it is unknown. */
export interface SubscriptionDates {
  startDate: string | null
  endDate: string | null
  isTrial: boolean
  /** False when the trial does not charge usage either. */
  isUsageCharged: boolean
}

/** Returns the dates of a subscription; none for an unknown one. */
export const subscriptionDates = (
  subscription:
    | Pick<SubscriptionView, 'startDate' | 'endDate' | 'isTrial' | 'chargeForUsageBasedPricesDuringTrial'>
    | undefined,
): SubscriptionDates => ({
  startDate: readable(subscription?.startDate),
  endDate: readable(subscription?.endDate),
  isTrial: readable(subscription?.isTrial) === true,
  isUsageCharged: readable(subscription?.chargeForUsageBasedPricesDuringTrial) !== false,
})

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
  { isTrial, isUsageCharged, ...dates }: SubscriptionDates,
  invoice: DatedInvoice,
): InvoiceFinding[] {
  if (!isPayableOrPaid(invoice)) return []
  const [startDate, endDate] = [usableDate(dates.startDate), usableDate(dates.endDate)]
  const endsAtMs = endDate === null ? NaN : endMs(endDate)
  // An invoice that was issued before may have charged a period in advance; usage may name the whole period.
  const isAfterEnd = Date.parse(usableDate(invoice.issueDate) ?? '') >= endsAtMs
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
  dates: SubscriptionDates,
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

type Head = Pick<InvoiceView, 'customerId' | 'currency' | 'issueDate' | 'dueDate' | 'autoChargeInvoice'>

/** The number of lines that are compared before other work may run. */
const LINES_A_PIECE = 500

/** Compares an invoice with the customer, currency, net terms and prices of its subscription, as far as they are known. */
export function* againstTerms(
  lines: readonly NumberedLine[],
  head: Head,
  terms: Partial<SubscriptionTerms>,
): Pieces<InvoiceFinding[]> {
  const [customerId, currency] = [readable(head.customerId), readable(head.currency)]
  const found: InvoiceFinding[] = []
  if (customerId !== null && terms.customerId != null && customerId !== terms.customerId)
    found.push({ ...WRONG, kind: 'otherCustomer', customerId, ofSubscription: terms.customerId })
  if (currency !== null && terms.currency != null && currency !== terms.currency)
    found.push({ ...WRONG, kind: 'otherCurrency', currency, ofSubscription: terms.currency })
  return [...found, ...otherDueDay(head, terms.netTerms), ...(yield* otherPrices(lines, terms.prices))]
}

const WRONG = { severity: 'finding' as const, lines: [] }

/** A zone of the API may move the day by one; but not between two instants of the same time of day. */
const daysOff = (issued: string, due: string): number => (issued.slice(10) === due.slice(10) ? 0 : 1)

function otherDueDay(
  { issueDate, dueDate, autoChargeInvoice }: Head,
  netTerms: SubscriptionTerms['netTerms'] | undefined,
): InvoiceFinding[] {
  const [issued, due] = [usableDate(issueDate), usableDate(dueDate)]
  const days = netTerms === 'uponReceipt' ? 0 : Number(/^net(\d{1,3})$/.exec(netTerms ?? '')?.[1] ?? NaN)
  if (issued === null || due === null || netTerms == null || Number.isNaN(days)) return []
  if (autoChargeInvoice === true) return []
  if (Math.abs(calendarDaysBetween(issued, due, 'UTC') - days) <= daysOff(issued, due)) return []
  const expected = new Date(Date.parse(issued) + days * DAY_MS).toISOString()
  return [{ severity: 'note', lines: [], kind: 'netTerms', netTerms, expected, dueDate: due }]
}

/** Finds lines whose price is not that of the subscription, one note for each price: the subscription may have changed since. */
function* otherPrices(
  lines: readonly NumberedLine[],
  prices: SubscriptionTerms['prices'] | undefined,
): Pieces<InvoiceFinding[]> {
  const found = new Map<string, InvoiceFinding & { kind: 'otherPrice' }>()
  if (prices === undefined || prices.size === 0) return []
  for (const { line, position, charge } of lines) {
    if (position % LINES_A_PIECE === 0) yield
    const terms = prices.get(charge.priceId ?? '')
    const ofLine = line.price?.rules
    if (!terms || !ofLine || !isComparable(ofLine) || !isComparable(terms.rules)) continue
    const [one, other] = [termsKey(ofLine), termsKey(terms.rules)]
    if (one === other) continue
    const key = JSON.stringify([charge.priceId, one])
    const known = found.get(key)
    if (known) known.lines.push(position)
    else
      found.set(key, {
        severity: 'note',
        lines: [position],
        kind: 'otherPrice',
        ofLine: amountOf(ofLine),
        ofSubscription: amountOf(terms.rules),
      })
  }
  return [...found.values()]
}

const isComparable = ({ kind }: RulesView) => kind !== 'missing' && kind !== 'other'

/** Returns the price of one unit, or of a fixed charge; null for tiers. */
function amountOf(rules: PriceTerms['rules']): string | null {
  if (rules.kind === 'none') return '0'
  if (rules.kind !== 'unit' && rules.kind !== 'fixed') return null
  const [price, quantity] = [exactOf(rules.price), exactOf(rules.quantity) ?? new Big(1)]
  if (price === null || rules.kind === 'fixed') return price?.toFixed() ?? null
  return quantity.gt(0) ? price.div(quantity).toFixed() : null
}

const plain = (number: string | undefined) => exactOf(number)?.toFixed() ?? number

/** Returns a key that is the same for prices that charge the same: "8" and "8.00" are. */
function termsKey(rules: RulesView): string {
  const isBounded = rules.kind === 'unit' || rules.kind === 'tier'
  const bounds = isBounded ? { minimum: plain(rules.minimum), maximum: plain(rules.maximum) } : {}
  if (rules.kind === 'tier')
    return JSON.stringify([rules.tiers.map(({ end, price }) => [plain(end), plain(price)]), bounds])
  // One piece of a fixed price, and one unit, cost the same.
  const pieces = rules.kind === 'fixed' ? plain(rules.quantity ?? '1') : '1'
  return JSON.stringify([amountOf(rules), pieces, bounds])
}
