import { Big } from 'big.js'
import type { InvoiceLineItemView } from './invoice'
import type { Billing, ProratedDays } from './finding'
import type { Pieces } from '@/contract/pieces'
import { readable } from '@/lib/billing-api/unreadable'
import { decimalOf, decimalsOf, exactOf, quotientOf, sumOf } from '@/lib/money/decimal'
import { billingPeriodAt, lengthOf } from '@/lib/subscriptions/billing-period'
import { usableDate } from '@/lib/time/usable-date'
import { type ChargeModel, chargeModels, isBoundLine, type LinePrice } from './charge-model'
import { periodEndMs } from './invoice-lines'
import { lineNumbers } from './line-arithmetic'
import { lineVerdict } from './line-verdict'

/** A line with its exact amount. */
export interface ComparedLine {
  view: InvoiceLineItemView
  amount: Big
}

/** The lines of one price that cover one period. */
export interface ChargedPeriod {
  amount: Big
  /** What the lines would charge for the whole period. */
  full: Big
  quantity: Big | null
  /** Null when the lines have different ones, or none. */
  unitPrice: Big | null
  /** The proration of the line that starts last; null when no line is prorated. */
  prorated: ProratedDays | null
  /** The ways to charge that give `full`. */
  models: ChargeModel[]
  /** The price of the lines; undefined when they have different ones, or none. */
  price: LinePrice | undefined
  /** The terms as sent: equal for lines that charge alike. */
  sentTerms: string
  /** Null without usable dates. */
  lengthMs: number | null
  /** The whole months that the lines cover; null for any other length. */
  months: number | null
}

interface Terms {
  /** The decimals to which charges are rounded. */
  decimals: number
  billing: Billing | null
}

interface Placed extends ComparedLine {
  startMs: number
  endMs: number
  full: Big
  quantity: Big | null
  prorated: ProratedDays | null
  /** The rules of its price, as text. */
  rules: string
  unitPrice: string | undefined
  isBound: boolean
}

/** The number of lines that are worked on before other work may run. */
const LINES_A_PIECE = 50

/** Returns the periods that the lines of one price cover, in order of time; one without usable dates. */
export function* chargedPeriods(lines: readonly ComparedLine[], terms: Terms): Pieces<ChargedPeriod[]> {
  const placed: Placed[] = []
  for (const [index, line] of lines.entries()) {
    if (index % LINES_A_PIECE === 0) yield
    placed.push(placeOf(line, terms))
  }
  const isPlaced = placed.every(({ startMs, endMs }) => startMs <= endMs)
  const periods: ChargedPeriod[] = []
  for (const each of isPlaced ? periodsOf(placed, terms.billing) : [placed]) {
    yield
    periods.push(chargedPeriod(each, terms.decimals))
  }
  return periods
}

/**
 * Returns the lines in groups of one period: those that overlap, prorated ones that follow each other, and those within one billing period
 * of the subscription.
 */
function periodsOf(placed: readonly Placed[], billing: Billing | null): Placed[][] {
  const periods: Placed[][] = []
  let until = -Infinity
  for (const line of placed.toSorted((one, other) => one.startMs - other.startMs)) {
    const [current, last] = [periods.at(-1), periods.at(-1)?.at(-1)]
    const isOneTime = line.startMs === last?.startMs && line.endMs === last.endMs
    const isNext = line.startMs === until && line.prorated !== null && last?.prorated != null
    const isOfPeriod = last !== undefined && isInSamePeriod(last, line, billing)
    if (current && (line.startMs < until || isOneTime || isNext || isOfPeriod)) current.push(line)
    else periods.push([line])
    until = Math.max(until, line.endMs)
  }
  return periods
}

/** True for two parts of one billing period. */
function isInSamePeriod(one: Placed, other: Placed, billing: Billing | null): boolean {
  const period = billing && billingPeriodAt(billing.startDate, billing.cadence, new Date(one.startMs).toISOString())
  return period != null && one.startMs < other.startMs && other.endMs <= Date.parse(period.end)
}

function placeOf({ view, amount }: ComparedLine, { decimals, billing }: Terms): Placed {
  const [start, end] = [usableDate(view.startDate), usableDate(view.endDate)]
  const [startMs, endMs] = [start === null ? NaN : Date.parse(start), end === null ? NaN : periodEndMs(end)]
  const quantity = exactOf(view.quantity)
  // Here and not for a whole period: lines are placed in pieces.
  const terms = {
    rules: rulesText(view.price),
    unitPrice: exactOf(view.unitPrice)?.toFixed(),
    isBound: isBoundLine(view),
  }
  const placed = { view, amount, startMs, endMs, ...terms }
  const { note } = lineVerdict(view, { decimals, billing })
  if (note?.kind !== 'prorated') return { ...placed, full: amount, quantity, prorated: null }
  const { product, unitPrice, charge } = lineNumbers(view, decimals, billing)
  const { days, of, unit } = note
  // A quantity below one may be the prorated part itself.
  const wholes = [
    { full: charge?.cost ?? null, quantity },
    { full: product && quotientOf(product), quantity },
    { full: quantity?.lt(1) && unitPrice ? quotientOf(unitPrice) : null, quantity: new Big(1) },
  ].flatMap((each) => (each.full === null ? [] : { ...each, full: decimalOf(each.full) }))
  const missBy = (full: Big) => full.times(days).minus(amount.times(of)).abs()
  const [best] = wholes.toSorted((one, other) => missBy(one.full).cmp(missBy(other.full)))
  if (best === undefined) return { ...placed, full: amount, quantity, prorated: null }
  const full = best.full.round(decimals, Big.roundHalfUp)
  return { ...placed, full, quantity: best.quantity, prorated: { days, of, ...(unit && { unit }) } }
}

function chargedPeriod(lines: readonly Placed[], decimals: number): ChargedPeriod {
  const lastStart = lines.reduce((last, { startMs }) => Math.max(last, startMs), -Infinity)
  const prorated = lines.findLast((line) => line.prorated !== null)?.prorated ?? null
  // Units may change within a period: the whole period is that of the units at its end.
  const atEnd = prorated === null ? lines : lines.filter(({ endMs }) => !(endMs <= lastStart))
  const charging = atEnd.filter(({ isBound }) => !isBound)
  const counted = charging.length > 0 ? charging : atEnd
  const quantities = counted.flatMap((line) => line.quantity ?? [])
  const quantity = quantities.length < counted.length ? null : sumOf(quantities)
  const unitPrices = new Set(counted.map((line) => line.unitPrice))
  const rules = new Set(counted.map((line) => line.rules))
  const [each] = unitPrices.size === 1 ? unitPrices : []
  const unitPrice = each === undefined ? null : new Big(each)
  const amount = sumOf(lines.map((line) => line.amount))
  const full = prorated === null ? amount : sumOf(atEnd.map((line) => line.full))
  const applied = (bound: 'appliedMinimum' | 'appliedMaximum') =>
    counted.flatMap(({ view }) => readable(view[bound]) ?? [])[0]
  const price = rules.size === 1 ? counted[0]?.view.price : undefined
  return {
    amount,
    full,
    quantity,
    unitPrice,
    prorated,
    models:
      quantity === null
        ? []
        : chargeModels({
            price,
            unitPrice,
            quantity,
            full,
            lines: lines.length,
            decimals,
            applied: { minimum: applied('appliedMinimum'), maximum: applied('appliedMaximum') },
          }),
    price,
    sentTerms: JSON.stringify([[...rules], [...unitPrices]]),
    ...lengthBetween(lines),
  }
}

/** Returns a text that is equal for prices of the same rules and type. */
export const rulesText = (price: LinePrice | undefined) => JSON.stringify([price?.rules, readable(price?.priceType)])

function lengthBetween(lines: readonly Placed[]): Pick<ChargedPeriod, 'lengthMs' | 'months'> {
  const start = lines.reduce((first, { startMs }) => Math.min(first, startMs), Infinity)
  const end = lines.reduce((last, { endMs }) => Math.max(last, endMs), -Infinity)
  if (!(start < end)) return { lengthMs: null, months: null }
  const covered = lengthOf(new Date(start), new Date(end))
  return { lengthMs: end - start, months: covered?.days === 0 ? covered.months : null }
}

/** Returns the decimals to which charges are rounded: those of the currency, or more when an amount has more. */
export const decimalsOfLines = (lines: readonly ComparedLine[], ofCurrency: number): number =>
  lines.reduce((most, { amount }) => Math.max(most, decimalsOf(amount)), ofCurrency)
