import { Big } from 'big.js'
import type { InvoiceLineItemView, InvoiceView } from './invoice'
import type { Billing } from './finding'
import type { Pieces } from '@/contract/pieces'
import { groupBy } from '@/lib/core/group-by'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'
import { exactOf } from '@/lib/money/decimal'
import { endMs } from '@/lib/time/end'

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
/** The number of lines after which other work may run. */
const LINES_A_PIECE = 500

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

/** A line with its position, from 1, what it charges for, and its exact amount; null for an unreadable one. */
export interface NumberedLine {
  line: InvoiceLineItemView
  position: number
  charge: Charge
  amount: Big | null
}

/** Returns the lines with their positions and charges. */
export function* numberedLines(lines: readonly InvoiceLineItemView[]): Pieces<NumberedLine[]> {
  const numbered: NumberedLine[] = []
  for (const [index, line] of lines.entries()) {
    if (index % LINES_A_PIECE === 0) yield
    numbered.push({ line, position: index + 1, charge: chargeOf(line), amount: exactOf(line.amount) })
  }
  return numbered
}

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

/** Returns the amount of a charge; 0 when it is unknown. */
export const amountOf = ({ amount }: Charge): Big => exactOf(amount) ?? new Big(0)
const startOf = ({ start }: Charge) => start ?? ''

/** Orders charges by their start: the text of UTC instants has their order. Those without one are first. */
export const byStart = (one: Charge, other: Charge): number =>
  startOf(one) < startOf(other) ? -1 : startOf(one) > startOf(other) ? 1 : 0

/** Returns a key of quantity and amount. */
export const amountKey = ({ quantity, amount }: Charge) =>
  JSON.stringify([exactOf(quantity)?.toFixed() ?? quantity, exactOf(amount)?.toFixed() ?? amount])

const DAY_MS = 86_400_000
/** A period that ends at 23:59:59 ends at midnight. */
const ALMOST_DAY_MS = 1_000

/** Returns the UTC instant at which a period ends; an end in the last second of a day is the midnight after it. NaN for an unusable end. */
export function periodEndMs(end: string): number {
  const at = endMs(end)
  const midnight = Math.ceil(at / DAY_MS) * DAY_MS
  return midnight - at <= ALMOST_DAY_MS ? midnight : at
}

/** Returns a key of the period: a date-only end, its last second and the midnight after it are the same. */
export function periodKey({ start, end }: Pick<Charge, 'start' | 'end'>): string {
  const at = end === null || start === end ? NaN : periodEndMs(end)
  return JSON.stringify([start, Number.isNaN(at) ? end : at])
}

/** Returns the elements in groups of one key, in their order, without those whose key is null. Yields regularly. */
export function* groupsInPieces<Each>(all: readonly Each[], keyOf: (each: Each) => string | null): Pieces<Each[][]> {
  const groups = new Map<string, Each[]>()
  for (const [index, each] of all.entries()) {
    if (index % LINES_A_PIECE === 0) yield
    const key = keyOf(each)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(each)
    else groups.set(key, [each])
  }
  return [...groups.values()]
}

interface Credit {
  charge: Charge
  left: Big
}

/**
 * Returns the charges of one price that no credit settles. A credit counts for the time that it overlaps, on any invoice, and is used
 * up: the smallest charges first.
 */
export function unsettledCharges<Each extends Charge>(charges: readonly Each[]): Each[] {
  const priced = charges.map((charge) => ({ charge, amount: amountOf(charge) }))
  const positive = priced.filter(({ amount }) => amount.gt(0))
  /** The credits that are not used up. */
  const credits = new Set<Credit>(
    priced.filter(({ amount }) => amount.lt(0)).map(({ charge, amount }) => ({ charge, left: amount.abs() })),
  )
  if (credits.size === 0) return positive.map(({ charge }) => charge)
  const isSettled = ({ charge, amount }: (typeof priced)[number]): boolean => {
    let due = amount
    const used: Credit[] = []
    for (const credit of credits) {
      if (!overlaps(credit.charge, charge)) continue
      used.push(credit)
      due = due.minus(credit.left)
      if (due.lte(0)) break
    }
    if (due.gt(0)) return false
    for (const credit of used) {
      if (due.lt(0) && credit === used.at(-1)) credit.left = due.abs()
      else credits.delete(credit)
    }
    return true
  }
  const smallestFirst = positive.toSorted((one, other) => one.amount.cmp(other.amount))
  return smallestFirst.filter((each) => !isSettled(each)).map(({ charge }) => charge)
}

/** True when two charges share time. One-time charges share it when they are at the same instant. */
export const overlaps = (one: Charge, other: Charge) =>
  (one.start === other.start && one.end === other.end) ||
  (one.start !== null &&
    one.end !== null &&
    other.start !== null &&
    other.end !== null &&
    one.start < other.end &&
    other.start < one.end)

/** True for a subscription that is charged once (section 2.1, `billingCadence`). */
export const chargesOnce = (billing: { cadence: Billing['cadence'] | null } | null | undefined): boolean =>
  billing?.cadence === 'oneTime'

/** Returns a charge of a subscription that is charged once, of which each charge is for all its time. Usage keeps its period. */
export const withoutPeriod = (charge: Charge): Charge =>
  charge.isUsage === true ? charge : { ...charge, start: '', end: '' }

/** Returns the credits of one price with the same period, quantity and amount that are more than the charges that they can settle. */
export function* repeatedCredits<Each extends Charge>(charges: readonly Each[]): Pieces<Each[][]> {
  const credits = charges.filter((charge) => amountOf(charge).lt(0))
  const equals = groupBy(credits, (credit) => periodKey(credit) + amountKey(credit))
  const repeated = [...equals.values()].filter(({ length }) => length > 1)
  if (repeated.length === 0) return []
  const largestFirst = charges
    .map((charge) => ({ charge, amount: amountOf(charge) }))
    .filter(({ amount }) => amount.gt(0))
    .toSorted((one, other) => other.amount.cmp(one.amount))
  const found: Each[][] = []
  for (const equal of repeated) {
    yield
    const [first] = equal
    const size = amountOf(first).abs()
    let left = equal.length
    for (const { charge, amount } of largestFirst) {
      if (left === 0) break
      if (!overlaps(charge, first)) continue
      if (amount.lt(size)) break
      left -= 1
    }
    if (left > 0) found.push(equal)
  }
  return found
}
