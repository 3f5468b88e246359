import { Big } from 'big.js'
import type { InvoiceLineItemView } from './invoice'
import { exactOf, sumOf } from '@/lib/money/decimal'
import { CADENCE_MONTHS } from '@/lib/subscriptions/billing-period'
import { usableDate } from '@/lib/time/usable-date'
import {
  type Charge,
  type NumberedLine,
  amountKey,
  byStart,
  chargesOnce,
  groupsInPieces,
  overlaps,
  periodEndMs,
  periodKey,
  repeatedCredits,
  unsettledCharges,
  withoutPeriod,
} from './invoice-lines'
import type { Billing, InvoiceFinding, TierGroup } from './finding'
import type { Pieces } from '@/contract/pieces'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'
import { boundsOfRules } from './line-arithmetic'
import { mayBeRepeated } from './tier-groups'

/** With more lines of one price, comparing each with the others would take too long. */
const MAX_OF_PRICE = 100
const DAY_MS = 86_400_000
const SHORTEST_MONTH_DAYS = 28

/**
 * Finds minimum charges that are not charged, and credits that are larger than the charges of the same price and time. Leaves out prices
 * with more than 100 lines.
 */
export function* findingsOfPrices(lines: readonly NumberedLine[], billing: Billing | null): Pieces<InvoiceFinding[]> {
  // Most prices have neither credits nor a minimum.
  const prices = new Set(lines.filter(mayBeWrong).map(({ charge }) => charge.priceId))
  const priceOf = ({ charge }: NumberedLine) => (prices.has(charge.priceId) ? charge.priceId : null)
  const found: InvoiceFinding[] = []
  for (const ofPrice of yield* groupsInPieces(lines, priceOf)) {
    if (ofPrice.length > MAX_OF_PRICE) continue
    yield
    for (const line of ofPrice) found.push(...belowMinimum(line, ofPrice, billing), ...aboveCharges(line, ofPrice))
  }
  return found
}

const mayBeWrong = ({ charge, line }: NumberedLine) =>
  charge.amount?.startsWith('-') === true || boundsOfRules(line).minimum !== undefined

/** Finds a line of a whole period below the minimum of its price. Another line of the period may raise it. */
function belowMinimum(
  { line, charge, position, amount }: NumberedLine,
  ofPrice: readonly NumberedLine[],
  billing: Billing | null,
): InvoiceFinding[] {
  const minimum = exactOf(boundsOfRules(line).minimum)
  if (!minimum || !amount || amount.lt(0) || amount.gte(minimum) || line.price?.inCustomUnit === true) return []
  // The API says which minimum it applied, which may be prorated.
  if (exactOf(line.appliedMinimum) !== null || !isWholePeriod(line, billing)) return []
  if (ofPrice.some((other) => other.position !== position && mayShareTime(other.charge, charge))) return []
  const difference = amount.minus(minimum).toFixed()
  return [
    {
      severity: 'finding',
      lines: [position],
      kind: 'minimum',
      expected: minimum.toFixed(),
      difference,
      ...(amount.eq(0) && { isNothingCharged: true }),
    },
  ]
}

const mayShareTime = (one: Charge, other: Charge) =>
  one.start === null || one.end === null || other.start === null || other.end === null || overlaps(one, other)

/** True when the line is as long as the shortest billing period of its subscription; of an unknown one, as a month. */
function isWholePeriod({ startDate, endDate }: InvoiceLineItemView, billing: Billing | null): boolean {
  const [start, end] = [usableDate(startDate), usableDate(endDate)]
  if (start === null || end === null) return false
  const months = CADENCE_MONTHS.get(billing?.cadence ?? '') ?? 1
  return periodEndMs(end) - Date.parse(start) >= months * SHORTEST_MONTH_DAYS * DAY_MS
}

/** Finds a credit that is larger than what it can be for: the charges of its price and time, of as many units at least. */
function aboveCharges({ charge, position, amount }: NumberedLine, ofPrice: readonly NumberedLine[]): InvoiceFinding[] {
  if (!amount?.lt(0)) return []
  const charges = ofPrice.filter((other) => other.amount?.gt(0) === true && overlaps(other.charge, charge))
  const charged = sumOf(charges.flatMap((other) => other.amount ?? []))
  if (charged.eq(0) || amount.abs().lte(charged)) return []
  const [credited, units] = [exactOf(charge.quantity), charges.map((other) => exactOf(other.charge.quantity))]
  const sumOfUnits = units.reduce<Big | null>((sum, each) => sum && each && sum.plus(each), new Big(0))
  // More units than are charged: a credit for the units before, as after a downgrade.
  if (credited?.abs().gt(1) === true && sumOfUnits && credited.abs().gt(sumOfUnits)) return []
  const difference = amount.plus(charged).toFixed()
  return [{ severity: 'finding', lines: [position], kind: 'creditAbove', charged: charged.toFixed(), difference }]
}

const TAX =
  /(?:^|[^\p{L}])(?:tax|taxes|vat|gst|hst|pst|qst|mwst|ust|umsatzsteuer|mehrwertsteuer|tva|iva|btw|moms)(?![\p{L}])/iu
const RATE = /(?<![\d.,])(\d{1,2}(?:[.,]\d{1,4})?)\s?%/
const MAX_TEXT = 200
const MAX_TAX_LINES = 20

/**
 * Finds tax lines whose text has a rate that gives another amount, as a note: of all lines without tax, of those that charge, or of a
 * single one; on top, or included.
 */
export function wrongTaxRates(lines: readonly NumberedLine[], decimals: number): InvoiceFinding[] {
  const taxes = lines.flatMap((numbered) => {
    const { position, amount } = numbered
    const text = readable(numbered.line.description)?.slice(0, MAX_TEXT) ?? ''
    const rate = text.includes('%') && TAX.test(text) ? RATE.exec(text)?.[1]?.replace(',', '.') : undefined
    return rate === undefined || amount === null ? [] : { numbered, position, rate, amount }
  })
  if (taxes.length === 0 || taxes.length > MAX_TAX_LINES) return []
  const taxLines = new Set(taxes.map(({ numbered }) => numbered))
  const others = lines.flatMap((numbered) => (taxLines.has(numbered) ? [] : (numbered.amount ?? [])))
  const base = sumOf(others)
  // Each line may have been rounded.
  const tolerance = new Big(others.length + 1).times(`5e-${decimals + 1}`)
  return taxes.flatMap(({ position, rate, amount }): InvoiceFinding[] => {
    const fits = (of: Big) =>
      [of.times(rate).div(100), of.times(rate).div(new Big(rate).plus(100))].some((tax) =>
        tax.minus(amount).abs().lte(tolerance),
      )
    if (fits(base) || fits(sumOf(others.filter((each) => each.gt(0)))) || others.some(fits)) return []
    const expected = base.times(rate).div(100).round(decimals, Big.roundHalfUp).toFixed()
    return [{ severity: 'note', lines: [position], kind: 'taxRate', rate, base: base.toFixed(), expected }]
  })
}

/** A charge with its line, to which `name` and the period need not be equal: the name is shortened. */
interface NumberedCharge extends Charge {
  numbered: NumberedLine
}

/**
 * Finds lines that are sent twice with one ID, and those of the same price, quantity and amount whose periods overlap: charges that no
 * credit settles, and more credits than charges. A line without a price has its description instead. A subscription that is charged
 * once has one period.
 */
export function* sameLines(
  lines: readonly NumberedLine[],
  groupOf: ReadonlyMap<number, TierGroup>,
  decimals: number,
  billing: Billing | null | undefined,
): Pieces<InvoiceFinding[]> {
  const isOnce = chargesOnce(billing)
  const charges = lines.map((numbered): NumberedCharge => ({
    ...(isOnce ? withoutPeriod(numbered.charge) : numbered.charge),
    numbered,
  }))
  const found = (equal: readonly NumberedCharge[]) => foundSame(equal, isOnce)
  // Lines of one ID that differ are an API's reuse of it: only a line that is sent twice is a question.
  const sameIds: InvoiceFinding[] = []
  for (const ofId of severalOf(yield* groupsInPieces(charges, ({ numbered }) => readable(numbered.line.id))))
    for (const equal of severalOf(yield* groupsInPieces(ofId, contentKey))) sameIds.push({ ...found(equal), by: 'id' })
  const ids = new Set(sameIds.map((finding) => JSON.stringify(finding.lines)))
  const mayRepeat = ({ numbered: { line, position, amount } }: NumberedCharge) => {
    if (amount?.gt(0) !== true || isUnreadable(line.startDate) || isUnreadable(line.endDate)) return false
    const group = groupOf.get(position)
    return !group || group.finding !== null || mayBeRepeated(line, group, decimals)
  }
  const same: InvoiceFinding[] = []
  for (const ofSubject of severalOf(yield* groupsInPieces(charges, subjectKey))) {
    const repeated = yield* repeatedCharges(ofSubject.filter(mayRepeat), ofSubject.filter(isCredit))
    same.push(...[...repeated, ...(yield* repeatedCredits(ofSubject))].map(found))
  }
  return [...sameIds, ...same.filter((finding) => !ids.has(JSON.stringify(finding.lines)))]
}

/** Returns the groups of more than one charge. */
const severalOf = (groups: readonly NumberedCharge[][]) => groups.filter(({ length }) => length > 1)

/** Returns a key of everything by which two lines of one ID are the same line. */
const contentKey = (charge: NumberedCharge) =>
  JSON.stringify([charge.priceId, charge.name, periodKey(charge), amountKey(charge)])

/** Returns a key of the price, or of the description without one. */
function subjectKey({ priceId, name }: Charge): string | null {
  if (priceId !== null) return `price ${priceId}`
  return name === null ? null : `name ${name}`
}

const isCredit = ({ numbered }: NumberedCharge) => numbered.amount?.lt(0) === true

/** Returns the charges of one price with the same quantity and amount for a shared time, of which no credit settles all but one. */
function* repeatedCharges(
  charges: readonly NumberedCharge[],
  credits: readonly NumberedCharge[],
): Pieces<NumberedCharge[][]> {
  const repeated: NumberedCharge[][] = []
  for (const ofAmount of severalOf(yield* groupsInPieces(charges, amountKey)))
    for (const equal of severalOf(inSharedTime(ofAmount))) {
      yield
      const usable = credits.filter((credit) => equal.some((charge) => overlaps(credit, charge)))
      if (unsettledCharges([...equal, ...usable]).length > 1) repeated.push(equal)
    }
  return repeated
}

/** Returns the charges in groups, each of which overlaps the one of its group that ends last. */
function inSharedTime(charges: readonly NumberedCharge[]): NumberedCharge[][] {
  const groups: NumberedCharge[][] = []
  let last: NumberedCharge | undefined
  for (const charge of charges.toSorted(byStart)) {
    const isShared = last !== undefined && (overlaps(last, charge) || periodKey(last) === periodKey(charge))
    if (isShared) groups.at(-1)?.push(charge)
    else groups.push([charge])
    if (!isShared || (charge.end ?? '') > (last?.end ?? '')) last = charge
  }
  return groups.map((group) => group.toSorted((one, other) => one.numbered.position - other.numbered.position))
}

/** Lines of which each has another description are a note: two seats may have one price. */
function foundSame(equal: readonly NumberedCharge[], isOnce: boolean) {
  const descriptions = new Set(equal.map(({ numbered }) => readable(numbered.line.description)))
  const isOfOthers = descriptions.size === equal.length && !descriptions.has(null)
  const isOnePeriod = new Set(equal.map(periodKey)).size === 1
  return {
    severity: isOfOthers ? ('note' as const) : ('finding' as const),
    lines: equal.map(({ numbered }) => numbered.position),
    kind: 'sameLine' as const,
    ...(equal[0]?.priceId === null && { by: 'description' as const }),
    ...(equal.every(isCredit) && { isCredit: true as const }),
    ...(isOnce ? { period: 'once' as const } : !isOnePeriod && { period: 'overlaps' as const }),
  }
}
