import { Big } from 'big.js'
import type { InvoiceLineItemView } from '@/contract/console/invoice'
import type { RulesView } from '@/contract/console/price'
import { bigOf, isRoundedTo } from './decimal'
import { isAbsent, readableList } from '../format/unreadable'

/** Why an amount is not quantity × unit price. Given only where it makes exactly the amount. */
export type DifferenceReason =
  | { kind: 'rounded'; decimals: number }
  | { kind: 'minimum' | 'maximum'; bound: string }
  | { kind: 'tiers'; steps: TierStep[] }
  | { kind: 'fixed'; price: string }
  | { kind: 'perUnits'; quantity: string; price: string }
  | { kind: 'subItems'; count: number }

/** Units that fall into one tier, at that tier's price. */
interface TierStep {
  quantity: string
  price: string
}

export interface LineArithmetic {
  /** Quantity × unit price, exact; null where one of them is not readable, or has too many digits to compute with. */
  product: string | null
  /** Amount − product, exact; null where one of them is not known. */
  difference: string | null
  /** What explains a difference; null where there is none, or nothing that could be read explains it. */
  reason: DifferenceReason | null
}

type Sent = InvoiceLineItemView['amount']

/** To compute with: null where it was not sent, could not be read, or has too many digits. */
const exact = (number: Sent): Big | null => (isAbsent(number) ? null : bigOf(number))

/** Checks a line's amount against what it is made of (section 2.5, gaps.md "Line details"). Decimal strings, exact. */
export function lineArithmetic(line: InvoiceLineItemView): LineArithmetic {
  const quantity = exact(line.quantity)
  const unitPrice = exact(line.unitPrice)
  const amount = exact(line.amount)
  const product = quantity && unitPrice && quantity.times(unitPrice)
  if (amount === null || product === null)
    return { product: product?.toFixed() ?? null, difference: null, reason: amount && explain(line, amount, quantity) }
  const difference = amount.minus(product)
  const reason = difference.eq(0) ? null : (explain(line, amount, quantity) ?? rounded(product, amount, line.amount))
  return { product: product.toFixed(), difference: difference.toFixed(), reason }
}

function explain(line: InvoiceLineItemView, amount: Big, quantity: Big | null): DifferenceReason | null {
  const is = (number: Sent): number is string => exact(number)?.eq(amount) === true
  const rules = line.price?.rules
  const subItems = readableList(line.subItems)

  if (is(line.appliedMinimum)) return { kind: 'minimum', bound: line.appliedMinimum }
  if (is(line.appliedMaximum)) return { kind: 'maximum', bound: line.appliedMaximum }
  if (subItems.length > 0 && sumOf(subItems.map((item) => item.amount))?.eq(amount))
    return { kind: 'subItems', count: subItems.length }
  if (rules?.kind === 'fixed' && is(rules.price)) return { kind: 'fixed', price: rules.price }
  if (rules?.kind === 'unit' && rules.quantity !== null && rules.price !== null) {
    const every = exact(rules.quantity)
    const price = exact(rules.price)
    if (quantity && every && price && amount.times(every).eq(quantity.times(price)))
      return { kind: 'perUnits', quantity: rules.quantity, price: rules.price }
  }
  const steps = rules?.kind === 'tier' && quantity ? tierSteps(rules.tiers, quantity) : []
  if (steps.length > 0 && costOf(steps).eq(amount)) return { kind: 'tiers', steps }
  if ((rules?.kind === 'unit' || rules?.kind === 'tier') && is(rules.minimum))
    return { kind: 'minimum', bound: rules.minimum }
  if ((rules?.kind === 'unit' || rules?.kind === 'tier') && is(rules.maximum))
    return { kind: 'maximum', bound: rules.maximum }
  return null
}

/** An amount may be the product cut to fewer decimals. */
function rounded(product: Big, amount: Big, sent: Sent): DifferenceReason | null {
  const decimals = Math.max(2, typeof sent === 'string' ? (sent.split('.')[1]?.length ?? 0) : 0)
  return isRoundedTo(product, amount, decimals) ? { kind: 'rounded', decimals } : null
}

function sumOf(amounts: Sent[]): Big | null {
  let sum = new Big(0)
  for (const amount of amounts) {
    const each = exact(amount)
    if (each === null) return null
    sum = sum.plus(each)
  }
  return sum
}

export type Tier = Extract<RulesView, { kind: 'tier' }>['tiers'][number]

/** The units of each tier: those above the end of the tier before it, up to and including its own end. */
function tierSteps(tiers: Tier[], quantity: Big): TierStep[] {
  const steps: TierStep[] = []
  let counted = new Big(0)
  for (const { end, price } of tiers) {
    const last = exact(end)
    if (price === null || (end !== null && last === null)) return []
    const upTo = last === null || last.gt(quantity) ? quantity : last
    if (upTo.gt(counted)) {
      steps.push({ quantity: upTo.minus(counted).toFixed(), price })
      counted = upTo
    }
  }
  return counted.eq(quantity) && steps.every(({ price }) => exact(price) !== null) ? steps : []
}

/** What a quantity costs by tiers; null where a tier's end or price could not be read, or they do not reach it. */
export function tierCost(tiers: Tier[], quantity: Big): Big | null {
  const steps = tierSteps(tiers, quantity)
  return steps.length === 0 ? null : costOf(steps)
}

const costOf = (steps: TierStep[]) =>
  steps.reduce((sum, { quantity, price }) => sum.plus(new Big(quantity).times(price)), new Big(0))
