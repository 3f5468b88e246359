import { Big } from 'big.js'
import type { InvoiceLineItemView } from './invoice'
import type { Billing, InvoiceFinding, LineCalculation, LineFinding, LineNote, OtherDays, TierGroup } from './finding'
import { readable } from '@/lib/billing-api/unreadable'
import { lineArithmetic, type LineArithmetic, lineNumbers, type LineNumbers, subItemsCheck } from './line-arithmetic'
import { type PriceAgreement, type PriceCheck, priceCheck } from './price-check'
import { daysOfPeriod, otherDays } from './prorated'
import { decimalsOfAmount, exactOf, quotientOf, roundingTo } from '@/lib/money/decimal'
import { CENTS } from '@/lib/money/currency-decimals'
import { usableDate } from '@/lib/time/usable-date'

/**
 * `agrees`: the amount follows from quantity, unit price and the price's rules, as far as these were sent. `look`: something
 * contradicts the amount or the period; `reviewed`: a person reviewed all of that. `unchecked`: there is no amount, or nothing to check it against.
 */
export interface LineVerdict {
  state: 'agrees' | 'look' | 'reviewed' | 'unchecked'
  findings: LineFinding[]
  /** The explanation of an amount that is not quantity × unit price, or of a unit price that differs from the price. */
  note: LineNote | null
  /** The checks that the verdict and its words follow from. */
  arithmetic: LineArithmetic
  price: PriceCheck
}

/** What the checks of a line know besides the line. */
interface LineSurroundings {
  /** The lines of its price and period, when their tiers were checked together. */
  group?: TierGroup | undefined
  /** True in a trial, which may charge nothing; `ended` when the line is as of one that is over. */
  isTrial?: boolean | 'ended'
  /** The decimals of the currency: 2 when it is unknown. */
  decimals?: number
  /** How the subscription is billed. */
  billing?: Billing | null
}

/** Checks a line in exact decimals: its product, its unit price, a charge on a price that charges nothing, and its period. */
export function lineVerdict(
  line: InvoiceLineItemView,
  { group, isTrial = false, decimals = CENTS, billing = null }: LineSurroundings = {},
): LineVerdict {
  const numbers = lineNumbers(line, decimals, billing)
  const arithmetic = lineArithmetic(line, numbers)
  const price = priceCheck(line, numbers, group)
  const charged = [
    ...amountFindings(line, numbers, arithmetic, group),
    ...(price.state === 'differs' ? [price.finding] : []),
  ]
  const isFree = isTrial !== false && charged.length > 0 && isNothingCharged(line, charged)
  const findings = [...(isFree ? [] : charged), ...periodFindings(line)]
  const { difference, reason } = arithmetic
  const isByPrice = price.state === 'agrees' && isOfAmount(price.by)
  const isChecked = difference !== null || reason !== null || isByPrice
  const state = findings.length > 0 ? 'look' : isChecked ? 'agrees' : 'unchecked'
  return { state, findings, note: isFree ? trialNote(isTrial) : noteOf(arithmetic, price), arithmetic, price }
}

const trialNote = (isTrial: boolean | 'ended'): LineNote =>
  isTrial === 'ended' ? { kind: 'trial', hasEnded: true } : { kind: 'trial' }

/** True when a line that should charge something charges nothing, and nothing else is wrong with it. */
export const isNothingCharged = ({ amount }: InvoiceLineItemView, findings: readonly LineFinding[]): boolean =>
  /^-?0+(\.0+)?$/.test(readable(amount) ?? '') &&
  findings.length > 0 &&
  findings.every(({ kind }) => kind === 'amount' || kind === 'unitPrice' || kind === 'rules' || kind === 'tiers')

function noteOf({ reason }: LineArithmetic, price: PriceCheck): LineNote | null {
  for (const why of [reason, price.state === 'agrees' ? price.by : null]) {
    if (why?.kind === 'prorated') return why
    const free = why?.kind === 'tiersOfLines' ? why.group.free : why?.kind === 'tiers' ? why.free : undefined
    if (free !== undefined) return { kind: 'overage', free }
    if (why?.kind === 'packages') return { kind: 'packages', count: why.count, size: why.size, price: why.price }
  }
  return null
}

/** False for a matching unit price, which does not confirm the amount without a quantity. */
const isOfAmount = ({ kind }: PriceAgreement) => kind !== 'unitPrice' && kind !== 'fixedUnitPrice'

/** The first check: the amount is quantity × unit price or has a known reason, and the sub items agree. */
function amountFindings(
  line: InvoiceLineItemView,
  numbers: LineNumbers,
  { difference, reason }: LineArithmetic,
  group: TierGroup | undefined,
): LineFinding[] {
  const { amount, decimals } = numbers
  if (amount === null) return []
  const findings: LineFinding[] = []
  const isAverage = group?.finding === null && isRoundedAverage(line, numbers, difference)
  if (difference !== null && reason === null && !isAverage && !new Big(difference).eq(0))
    findings.push({ kind: 'amount', difference, ...calculationOf(line, numbers), ...daysOfAmount(line, numbers) })
  const { sum, wrong } = subItemsCheck(line, decimals)
  if (wrong !== null) findings.push({ kind: 'subItem', ...wrong })
  const isBound = reason?.kind === 'minimum' || reason?.kind === 'maximum'
  if (sum !== null && !isBound && roundingTo(quotientOf(sum), amount, decimalsOfAmount(amount, decimals)) === null)
    findings.push({ kind: 'subItems', expected: sum.toFixed(), difference: amount.minus(sum).toFixed() })
  return findings
}

/** Returns the calculation of a line, and by how much the amount differs from the nearest result: of all its time, or of its days. */
function calculationOf(
  line: InvoiceLineItemView,
  numbers: LineNumbers,
): { difference?: string; calculation?: LineCalculation } {
  const { amount, quantity, unitPrice, product, decimals, billing } = numbers
  if (!amount || !quantity || !unitPrice || !product) return {}
  const calculation: LineCalculation = {
    amount: amount.toFixed(),
    quantity: quantity.toFixed(),
    unitPrice: unitPrice.toFixed(),
    expected: product.toFixed(),
  }
  const bound = boundBeyond(line, product)
  const expected = bound === null ? product : new Big(bound.amount)
  const days = bound === null ? daysOfPeriod(line, billing) : null
  const part = days && product.times(days.days).div(days.of).round(decimalsOfAmount(amount, decimals), Big.roundHalfUp)
  if (days && part?.minus(amount).abs().lt(expected.minus(amount).abs()))
    return {
      difference: amount.minus(part).toFixed(),
      calculation: { ...calculation, part: { ...days, expected: part.toFixed() } },
    }
  return { difference: amount.minus(expected).toFixed(), calculation: { ...calculation, ...(bound && { bound }) } }
}

/** Returns the minimum or maximum of the price that the product is beyond; null without one. */
function boundBeyond({ price }: InvoiceLineItemView, product: Big): NonNullable<LineCalculation['bound']> | null {
  const rules = price?.rules
  if (product.lt(0) || (rules?.kind !== 'unit' && rules?.kind !== 'tier')) return null
  const [minimum, maximum] = [exactOf(rules.minimum), exactOf(rules.maximum)]
  if (minimum?.gt(product)) return { kind: 'minimum', amount: minimum.toFixed() }
  return maximum?.lt(product) ? { kind: 'maximum', amount: maximum.toFixed() } : null
}

function daysOfAmount(line: InvoiceLineItemView, numbers: LineNumbers): { days?: OtherDays } {
  const { amount, product } = numbers
  const days = amount && product && otherDays(line, amount, product, numbers)
  return days ? { days } : {}
}

/**
 * True when a unit price that is a rounded average of several tiers explains the difference: half of its last digit for each unit, and
 * half a cent.
 */
function isRoundedAverage(
  { price }: InvoiceLineItemView,
  { quantity, unitPrice, decimals }: LineNumbers,
  difference: string | null,
): boolean {
  if (price?.rules.kind !== 'tier' || quantity === null || unitPrice === null || difference === null) return false
  if (price.rules.tiers.some((tier) => exactOf(tier.price)?.eq(unitPrice))) return false
  const most = quantity.abs().times(`5e-${decimalsOfAmount(unitPrice, decimals) + 1}`)
  return new Big(difference).abs().lte(most.plus(`5e-${decimals + 1}`))
}

function periodFindings(line: InvoiceLineItemView): LineFinding[] {
  const [start, end] = [usableDate(line.startDate), usableDate(line.endDate)]
  return start !== null && end !== null && Date.parse(end) < Date.parse(start) ? [{ kind: 'periodReversed' }] : []
}

/** Returns the findings and the note of one line; its tier group has a finding of its own. */
export function findingsOfLine({ findings, note }: LineVerdict, position: number): InvoiceFinding[] {
  const single = findings.flatMap((finding): InvoiceFinding[] =>
    finding.kind === 'tiersOfLines' ? [] : [{ severity: 'finding', lines: [position], ...finding }],
  )
  return note ? [...single, { severity: 'note', lines: [position], ...note }] : single
}

/** Returns the absolute difference of the line's largest finding; 0 without a known difference. */
export function sizeOfDifference({ findings }: Pick<LineVerdict, 'findings'>): Big {
  return findings.reduce((largest, finding) => {
    const size = new Big('difference' in finding ? (finding.difference ?? 0) : 0).abs()
    return size.gt(largest) ? size : largest
  }, new Big(0))
}
