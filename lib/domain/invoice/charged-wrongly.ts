import { Big } from 'big.js'
import type { ChargedAfterEnd, ChargedTwice, InvoiceName } from '@/contract/console/customer'
import { bigOf } from '../money/decimal'
import { isAfterEnd } from './after-end'
import type { Charge } from './invoice-charges'

/** An invoice as far as its charges are compared. */
export interface ChargedInvoice {
  id: string
  number: string | null
  status: string | null
  subscriptionId: string | null
  /** Null when they are not known of all lines: the invoice is not checked. */
  charges: Charge[] | null
  goneAt: string | null
}

/** A charge or credit with what is compared. `amount` is not zero. */
interface PricedCharge {
  invoice: ChargedInvoice
  name: string | null
  start: string
  end: string
  amount: Big
}

/** The most pairs that are named. */
const MAX_FOUND = 50

/** The statuses of section 2.5 in which an invoice is neither payable nor paid. */
const NOT_CHARGED: ReadonlySet<string> = new Set(['test', 'draft', 'void', 'deletedFromPaymentGateway'])

/** True for an invoice that can be payable or paid; also for an unknown status. */
const counts = ({ status, goneAt }: ChargedInvoice) => goneAt === null && !(status !== null && NOT_CHARGED.has(status))
const nameOf = ({ id, number }: ChargedInvoice): InvoiceName => ({ id, number })
const signOf = ({ amount }: Charge): number => (amount === null ? 0 : (bigOf(amount)?.cmp(0) ?? 0))
const overlaps = (one: PricedCharge, other: PricedCharge) => one.start < other.end && other.start < one.end

/**
 * Returns the prices that two invoices of one subscription charge for overlapping periods, one entry for each price and pair of
 * invoices, at most 50. Credits of the price for that time, on any invoice, settle it when they are as much as the smaller charge.
 */
export function chargedTwice(invoices: readonly ChargedInvoice[]): ChargedTwice[] {
  const found = new Map<string, ChargedTwice>()
  for (const [key, charges] of chargesByPrice(invoices)) {
    const credits = charges.filter(({ amount }) => amount.lt(0))
    const positive = charges.filter(({ amount }) => amount.gt(0)).toSorted(byStart)
    for (const [index, first] of positive.entries())
      for (let next = index + 1; next < positive.length; next += 1) {
        const second = positive[next]
        // Sorted by start: no later one overlaps.
        if (!second || second.start >= first.end || found.size >= MAX_FOUND) break
        const pair = JSON.stringify([key, first.invoice.id, second.invoice.id].toSorted())
        if (first.invoice === second.invoice || found.has(pair) || !overlaps(first, second)) continue
        if (isSettled(first, second, credits)) continue
        found.set(pair, {
          invoices: [nameOf(first.invoice), nameOf(second.invoice)],
          subscriptionId: first.invoice.subscriptionId ?? '',
          name: first.name ?? second.name,
          start: second.start,
          end: first.end < second.end ? first.end : second.end,
        })
      }
  }
  return [...found.values()]
}

/** True when all charges of an invoice can be compared: each has a price, a period and an amount. */
export const isCompared = ({ subscriptionId, charges }: Pick<ChargedInvoice, 'subscriptionId' | 'charges'>): boolean =>
  subscriptionId !== null &&
  charges !== null &&
  charges.every((charge) => Object.entries(charge).every(([field, value]) => field === 'name' || value !== null))

const byStart = (one: PricedCharge, other: PricedCharge) =>
  one.start < other.start ? -1 : one.start > other.start ? 1 : 0

function isSettled(first: PricedCharge, second: PricedCharge, credits: readonly PricedCharge[]): boolean {
  const smaller = first.amount.lt(second.amount) ? first.amount : second.amount
  const credited = credits
    .filter((credit) => overlaps(credit, first) && overlaps(credit, second))
    .reduce((sum, { amount }) => sum.minus(amount), new Big(0))
  return credited.gte(smaller)
}

/** Returns the charges and credits that can be compared, by subscription and price. */
function chargesByPrice(invoices: readonly ChargedInvoice[]): Map<string, PricedCharge[]> {
  const byPrice = new Map<string, PricedCharge[]>()
  for (const invoice of invoices.filter((each) => counts(each) && each.subscriptionId !== null))
    for (const { priceId, name, start, end, amount: sent } of invoice.charges ?? []) {
      const amount = sent === null ? null : bigOf(sent)
      if (priceId === null || start === null || end === null || !amount || amount.eq(0)) continue
      const key = JSON.stringify([invoice.subscriptionId, priceId])
      const charges = byPrice.get(key) ?? []
      charges.push({ invoice, name, start, end, amount })
      byPrice.set(key, charges)
    }
  return byPrice
}

/** Returns the charges for a time at or after the end of their subscription, the first of each invoice. */
export function chargedAfterEnd(
  invoices: readonly ChargedInvoice[],
  subscriptions: readonly { id: string; endDate: string | null }[],
): ChargedAfterEnd[] {
  const ends = new Map(subscriptions.map(({ id, endDate }) => [id, endDate]))
  return invoices.filter(counts).flatMap((invoice) => {
    const { subscriptionId, charges } = invoice
    const subscriptionEnd = ends.get(subscriptionId ?? '') ?? null
    const late = charges?.find(
      (charge) => signOf(charge) > 0 && isAfterEnd({ startDate: charge.start ?? undefined }, subscriptionEnd),
    )
    return late?.start != null && subscriptionEnd !== null && subscriptionId !== null
      ? [{ invoice: nameOf(invoice), subscriptionId, name: late.name, start: late.start, subscriptionEnd }]
      : []
  })
}
