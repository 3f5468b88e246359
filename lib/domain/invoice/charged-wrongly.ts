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
  charge: Charge
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
const isPayableOrPaid = ({ status, goneAt }: ChargedInvoice) =>
  goneAt === null && !(status !== null && NOT_CHARGED.has(status))
const nameOf = ({ id, number }: ChargedInvoice): InvoiceName => ({ id, number })
const signOf = ({ amount }: Charge): number => (amount === null ? 0 : (bigOf(amount)?.cmp(0) ?? 0))
const overlaps = (one: PricedCharge, other: PricedCharge) => one.start < other.end && other.start < one.end

/**
 * Returns the prices that two invoices of one subscription charge for overlapping periods, one entry for each price and pair of
 * invoices, at most 50. A charge that credits settle counts for nothing.
 */
export function chargedTwice(invoices: readonly ChargedInvoice[]): ChargedTwice[] {
  const found = new Map<string, ChargedTwice>()
  for (const [key, charges] of chargesByPrice(invoices)) {
    const positive = unsettledCharges(charges).toSorted(byStart)
    for (const [index, first] of positive.entries())
      for (let next = index + 1; next < positive.length; next += 1) {
        const second = positive[next]
        // Sorted by start: no later one overlaps.
        if (!second || second.start >= first.end || found.size >= MAX_FOUND) break
        const pair = JSON.stringify([key, first.invoice.id, second.invoice.id].toSorted())
        if (first.invoice === second.invoice || found.has(pair) || !overlaps(first, second)) continue
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
  charges.every(({ priceId, start, end, amount }) => [priceId, start, end, amount].every((value) => value !== null))

const byStart = (one: PricedCharge, other: PricedCharge) =>
  one.start < other.start ? -1 : one.start > other.start ? 1 : 0

/**
 * Returns the charges of one price that no credit settles. A credit counts for the time that it overlaps, on any invoice, and is used
 * up: the smallest charges first.
 */
function unsettledCharges(charges: readonly PricedCharge[]): PricedCharge[] {
  const credits = charges.filter(({ amount }) => amount.lt(0)).map((credit) => ({ credit, left: credit.amount.abs() }))
  const isSettled = (charge: PricedCharge): boolean => {
    const usable = credits.filter(({ credit }) => overlaps(credit, charge))
    if (usable.reduce((sum, { left }) => sum.plus(left), new Big(0)).lt(charge.amount)) return false
    let due = charge.amount
    for (const each of usable) {
      const used = each.left.lt(due) ? each.left : due
      each.left = each.left.minus(used)
      due = due.minus(used)
    }
    return true
  }
  const smallestFirst = charges
    .filter(({ amount }) => amount.gt(0))
    .toSorted((one, other) => one.amount.cmp(other.amount))
  return smallestFirst.filter((charge) => !isSettled(charge))
}

/** Returns the charges and credits that can be compared, by subscription and price. */
function chargesByPrice(invoices: readonly ChargedInvoice[]): Map<string, PricedCharge[]> {
  const byPrice = new Map<string, PricedCharge[]>()
  for (const invoice of invoices.filter((each) => isPayableOrPaid(each) && each.subscriptionId !== null))
    for (const charge of invoice.charges ?? []) {
      const { priceId, name, start, end, amount: sent } = charge
      const amount = sent === null ? null : bigOf(sent)
      if (priceId === null || start === null || end === null || !amount || amount.eq(0)) continue
      const key = JSON.stringify([invoice.subscriptionId, priceId])
      const charges = byPrice.get(key) ?? []
      charges.push({ invoice, charge, name, start, end, amount })
      byPrice.set(key, charges)
    }
  return byPrice
}

/** Returns the charges for a time at or after the end of their subscription that no credit settles, the first of each invoice. */
export function chargedAfterEnd(
  invoices: readonly ChargedInvoice[],
  subscriptions: readonly { id: string; endDate: string | null }[],
): ChargedAfterEnd[] {
  const byPrice = [...chargesByPrice(invoices).values()]
  const unsettled = new Set(byPrice.flatMap(unsettledCharges))
  const settled = new Set(byPrice.flat().flatMap((priced) => (unsettled.has(priced) ? [] : priced.charge)))
  const ends = new Map(subscriptions.map(({ id, endDate }) => [id, endDate]))
  return invoices.filter(isPayableOrPaid).flatMap((invoice) => {
    const { subscriptionId, charges } = invoice
    const subscriptionEnd = ends.get(subscriptionId ?? '') ?? null
    const late = charges?.find(
      (charge) =>
        signOf(charge) > 0 &&
        !settled.has(charge) &&
        isAfterEnd({ startDate: charge.start ?? undefined }, subscriptionEnd),
    )
    return late?.start != null && subscriptionEnd !== null && subscriptionId !== null
      ? [{ invoice: nameOf(invoice), subscriptionId, name: late.name, start: late.start, subscriptionEnd }]
      : []
  })
}
