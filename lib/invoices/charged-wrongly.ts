import type { InvoiceFinding, InvoiceName } from './finding'
import { runToEnd } from '@/contract/pieces'
import { groupBy } from '@/lib/core/group-by'
import { exactOf } from '@/lib/money/decimal'
import {
  amountKey,
  amountOf,
  byStart,
  type Charge,
  overlaps,
  repeatedCredits,
  unsettledCharges,
  withoutPeriod,
} from './invoice-lines'
import { sharedNumbers } from './invoice-number'
import { isPayableOrPaid } from './owed-statuses'

/** An invoice as far as its charges are compared. */
export interface ChargedInvoice {
  id: string
  number: string | null
  status: string | null
  subscriptionId: string | null
  /** True when its subscription is charged once: then its charges have no periods of their own. */
  isChargedOnce?: boolean
  /** In the order of its lines. Null when those of a line are unknown: then the invoice is not checked. */
  charges: Charge[] | null
  goneAt: string | null
}

/** A charge or credit whose price and period are known. `amount` is not zero. */
interface PricedCharge extends Charge {
  invoice: ChargedInvoice
  /** The position of its line, from 1. */
  position: number
  start: string
  end: string
}

/** The most pairs that are named of a subscription. */
const MAX_FOUND = 50

/**
 * Finds prices that two invoices of one subscription charge for overlapping periods: one entry on each invoice, for each price and pair
 * of invoices, at most 50 pairs of a subscription. It is a finding for the same quantity and amount, else a note: seats that were added
 * later and usage that is billed in parts are correct. Ignores charges that credits settle. Returns the entries by invoice ID.
 */
export function sameCharges(invoices: readonly ChargedInvoice[]): Map<string, InvoiceFinding[]> {
  const found = new Map<string, InvoiceFinding[]>()
  const append = (id: string, finding: InvoiceFinding) => found.set(id, [...(found.get(id) ?? []), finding])
  const pairs = new Set<string>()
  const pairsOf = new Map<string | null, number>()
  const shared = sharedNumbers(invoices)
  const nameOf = ({ id, number }: ChargedInvoice): InvoiceName =>
    number !== null && shared.has(number) ? { id, number, isNumberShared: true } : { id, number }
  const addPairs = (key: string, severity: InvoiceFinding['severity'], charges: readonly PricedCharge[]) => {
    for (const [index, first] of charges.entries())
      for (let next = index + 1; next < charges.length; next += 1) {
        const second = charges[next]
        // Sorted by start: no later one overlaps.
        const { subscriptionId } = first.invoice
        const named = pairsOf.get(subscriptionId) ?? 0
        if (!second || second.start > first.end || named >= MAX_FOUND) break
        const pair = JSON.stringify([key, first.invoice.id, second.invoice.id].toSorted())
        if (first.invoice === second.invoice || pairs.has(pair) || !overlaps(first, second)) continue
        pairs.add(pair)
        pairsOf.set(subscriptionId, named + 1)
        const about = {
          start: second.start,
          end: first.end < second.end ? first.end : second.end,
          ...(amountOf(first).lt(0) && { isCredit: true as const }),
          ...(first.invoice.isChargedOnce === true && { isChargedOnce: true as const }),
        }
        for (const [on, other] of [
          [first, second],
          [second, first],
        ] as const)
          append(on.invoice.id, {
            severity,
            lines: [on.position],
            kind: 'sameCharge',
            other: nameOf(other.invoice),
            name: other.name ?? on.name,
            ...about,
          })
      }
  }
  const overlapping = [...chargesByPrice(invoices)]
    .filter(([, charges]) => charges.some(({ invoice }) => invoice !== charges[0]?.invoice))
    .map(([key, charges]) => ({ key, charges, unsettled: unsettledCharges(charges).toSorted(byStart) }))
  for (const { key, charges, unsettled } of overlapping) {
    for (const equal of groupBy(unsettled, amountKey).values()) addPairs(key, 'finding', equal)
    for (const equal of runToEnd(repeatedCredits(charges))) addPairs(key, 'finding', equal)
  }
  for (const { key, unsettled } of overlapping) addPairs(key, 'note', unsettled)
  for (const [id, free] of freeAfterPaid(invoices, nameOf)) append(id, free)
  for (const [id, note] of sameCredits(invoices, nameOf)) {
    const isFound = found.get(id)?.some((each) => each.kind === 'sameCharge' && each.isCredit === true)
    if (isFound !== true) append(id, note)
  }
  return found
}

/**
 * Finds lines that charge nothing for units of a price that an invoice of the same subscription charged for an earlier period. Returns one
 * entry for each invoice.
 */
function freeAfterPaid(
  invoices: readonly ChargedInvoice[],
  nameOf: (invoice: ChargedInvoice) => InvoiceName,
): (readonly [id: string, finding: InvoiceFinding])[] {
  const charges = chargesOf(invoices.filter(({ subscriptionId }) => subscriptionId !== null))
  const free = charges.filter(({ charge }) => isFreeOfCharge(charge))
  // Most invoices have none: this saves computing with their quantities.
  const prices = new Set(free.map(({ charge }) => charge.priceId))
  const keyOf = ({ invoice, charge }: (typeof charges)[number]) =>
    JSON.stringify([invoice.subscriptionId, charge.priceId, exactOf(charge.quantity)?.toFixed()])
  const firstPaid = new Map<string, { invoice: ChargedInvoice; end: string }>()
  for (const each of charges) {
    const { priceId, end } = each.charge
    if (!prices.has(priceId) || end === null || !amountOf(each.charge).gt(0)) continue
    const [key, { invoice }] = [keyOf(each), each]
    if (end < (firstPaid.get(key)?.end ?? LATEST)) firstPaid.set(key, { invoice, end })
  }
  const afterPaid = free.flatMap((each) => {
    const paid = firstPaid.get(keyOf(each))
    return paid && (each.charge.start ?? '') >= paid.end ? { ...each, other: nameOf(paid.invoice) } : []
  })
  return [...groupBy(afterPaid, ({ invoice }) => invoice.id)].map(([id, ofInvoice]) => {
    const [first] = ofInvoice
    const lines = ofInvoice.map(({ position }) => position)
    const about = { kind: 'freeAfterPaid' as const, other: first.other, name: first.charge.name }
    return [id, { severity: 'finding', lines, ...about }]
  })
}

/** After every instant. */
const LATEST = '\uffff'

/** True for units of a price that cost nothing. */
const isFreeOfCharge = ({ priceId, quantity, amount }: Charge) =>
  priceId !== null && amount !== null && !/[1-9]/.test(amount) && exactOf(quantity)?.gt(0) === true

/** Returns a note on each invoice of a subscription that has a credit with the text and the amount of one on another invoice. */
function sameCredits(
  invoices: readonly ChargedInvoice[],
  nameOf: (invoice: ChargedInvoice) => InvoiceName,
): (readonly [id: string, note: InvoiceFinding])[] {
  const credits = chargesOf(invoices).filter(
    ({ charge: { amount, name } }) =>
      amount?.startsWith('-') === true && name !== null && exactOf(amount)?.lt(0) === true,
  )
  const keyOf = ({ invoice, charge }: (typeof credits)[number]) =>
    JSON.stringify([invoice.subscriptionId, charge.name, exactOf(charge.amount)?.toFixed()])
  return [...groupBy(credits, keyOf).values()].flatMap((equal) => {
    const having = [...new Set(equal.map(({ invoice }) => invoice))]
    return having.flatMap((invoice, nth) => {
      const other = having[nth === 0 ? 1 : nth - 1]
      if (other === undefined) return []
      const lines = equal.filter((each) => each.invoice === invoice).map(({ position }) => position)
      const note = { severity: 'note' as const, lines, kind: 'sameCredit' as const, other: nameOf(other) }
      return [[invoice.id, { ...note, more: having.length - 2 }] as const]
    })
  })
}

const isComparable = ({ priceId, start, end, amount }: Charge) =>
  [priceId, start, end, amount].every((value) => value !== null)

/** Returns which charges of an invoice can be compared with other invoices: those with a price, a period and an amount. */
export function comparableCharges({
  subscriptionId,
  charges,
}: Pick<ChargedInvoice, 'subscriptionId' | 'charges'>): 'all' | 'some' | 'none' {
  if (subscriptionId === null || charges === null) return 'none'
  if (charges.every(isComparable)) return 'all'
  return charges.some(isComparable) ? 'some' : 'none'
}

/** Returns the charges and credits that can be compared, by subscription and price. */
function chargesByPrice(invoices: readonly ChargedInvoice[]): Map<string, PricedCharge[]> {
  const priced = chargesOf(invoices.filter(({ subscriptionId }) => subscriptionId !== null)).flatMap(
    ({ invoice, charge: sent, position }) => {
      const charge = invoice.isChargedOnce === true ? withoutPeriod(sent) : sent
      const { priceId, start, end } = charge
      if (priceId === null || start === null || end === null || !/[1-9]/.test(charge.amount ?? '')) return []
      return { ...charge, invoice, position, start, end }
    },
  )
  return groupBy(priced, ({ invoice, priceId }) => JSON.stringify([invoice.subscriptionId, priceId]))
}

/** Returns each charge of the payable and paid invoices, with the position of its line from 1. */
const chargesOf = (invoices: readonly ChargedInvoice[]) =>
  invoices
    .filter(isPayableOrPaid)
    .flatMap((invoice) => (invoice.charges ?? []).map((charge, index) => ({ invoice, charge, position: index + 1 })))
