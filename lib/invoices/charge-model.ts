import { Big } from 'big.js'
import type { InvoiceLineItemView } from './invoice'
import { decimalOf, exactOf, type Quotient, quotientOf } from '@/lib/money/decimal'
import { ruleCharge } from '@/lib/subscriptions/rule-charge'

/** The price of a line. */
export type LinePrice = NonNullable<InvoiceLineItemView['price']>

/** How the lines of one price and period charge for a quantity. */
export interface ChargeModel {
  /** Equal for models that charge the same for every quantity. */
  terms: string
  /** The price of the tier that the quantity reaches; null for a price without tiers. */
  tierPrice: Big | null
  /** Returns the charge before and after minimum and maximum; null for a quantity that the rules do not cover. */
  chargeFor: (quantity: Big) => { raw: Big; bounded: Big } | null
}

interface Charged {
  /** Undefined when the lines have none, or different ones. */
  price: LinePrice | undefined
  /** Null when the lines have none, or different ones. */
  unitPrice: Big | null
  quantity: Big
  /** The sum of the lines, without proration. */
  full: Big
  /** The number of lines, each of which may be rounded. */
  lines: number
  /** The decimals to which charges are rounded. */
  decimals: number
  /** The minimum and maximum that the lines say were applied. */
  applied: { minimum?: string; maximum?: string }
}

/** Returns each of the rules, then the unit price, that gives the charge, within one unit of the last decimal a line. */
export function chargeModels(charged: Charged): ChargeModel[] {
  const { quantity, full, lines, decimals } = charged
  const tolerance = new Big(`1e-${decimals}`).times(lines)
  const fits = ({ chargeFor }: ChargeModel) => chargeFor(quantity)?.bounded.minus(full).abs().lte(tolerance) === true
  return [...modelsOfRules(charged), ...modelsOfUnitPrice(charged)].filter(fits)
}

type CostOf = (quantity: Big) => Quotient | null

function modelsOfRules({ price, quantity, decimals }: Charged): ChargeModel[] {
  if (price === undefined || price.inCustomUnit) return []
  const { rules, priceType } = price
  const model = (how: string, tierPrice: Big | null, costOf: CostOf): ChargeModel => ({
    terms: JSON.stringify([rules, priceType, how]),
    tierPrice,
    chargeFor: (of) => {
      const cost = costOf(of)
      if (cost === null) return null
      const raw = decimalOf(cost).round(decimals, Big.roundHalfUp)
      return { raw, bounded: rules.kind === 'unit' || rules.kind === 'tier' ? withinBounds(raw, rules) : raw }
    },
  })
  if (rules.kind === 'tier')
    return [false, true].map((isVolume) => {
      const chargeFor = (of: Big) => tierCharge(price, of, isVolume)
      const reached = chargeFor(quantity)?.steps.at(-1)?.price ?? rules.tiers[0]?.price
      const costOf: CostOf = (of) => (of.eq(0) ? quotientOf(of) : (chargeFor(of)?.cost ?? null))
      return model(isVolume ? 'volume' : 'graduated', exactOf(reached), costOf)
    })
  if (rules.kind !== 'unit' && rules.kind !== 'fixed') return []
  const costOf: CostOf = (of) => ruleCharge(price, of)?.cost ?? null
  const [size, each] = [exactOf(rules.quantity), exactOf(rules.price)]
  const isInPackages = rules.kind === 'unit' && size?.gt(1) === true && each !== null
  return [
    model('units', null, costOf),
    ...(isInPackages
      ? [model('packages', null, (of) => quotientOf(of.div(size).round(0, Big.roundUp).times(each)))]
      : []),
  ]
}

function tierCharge(price: LinePrice, quantity: Big, isVolume: boolean) {
  const charge = ruleCharge(price, quantity)
  if (charge?.kind !== 'tiers') return undefined
  return [charge, ...charge.others].find((way) => way.isVolume === isVolume && way.free === undefined)
}

function withinBounds(charge: Big, bounds: { minimum?: string; maximum?: string }): Big {
  const [least, most] = [exactOf(bounds.minimum), exactOf(bounds.maximum)]
  const raised = least?.gt(charge) === true ? least : charge
  return most?.lt(raised) === true ? most : raised
}

function modelsOfUnitPrice({ unitPrice, decimals, applied }: Charged): ChargeModel[] {
  if (unitPrice === null) return []
  const chargeFor = (quantity: Big) => {
    const raw = quantity.times(unitPrice).round(decimals, Big.roundHalfUp)
    return { raw, bounded: withinBounds(raw, applied) }
  }
  return [{ terms: `each ${unitPrice.toFixed()}`, tierPrice: null, chargeFor }]
}

/** Returns true for a line that raises or lowers a charge to its minimum or maximum: its unit price is none of the price's rules. */
export function isBoundLine({ price, unitPrice }: InvoiceLineItemView): boolean {
  const [rules, each] = [price?.rules, exactOf(unitPrice)]
  if (each === null || (rules?.kind !== 'unit' && rules?.kind !== 'tier')) return false
  if (rules.minimum === undefined && rules.maximum === undefined) return false
  if (rules.kind === 'tier') return !rules.tiers.some((tier) => exactOf(tier.price)?.eq(each))
  return exactOf(rules.price)?.eq(each.times(exactOf(rules.quantity) ?? 1)) !== true
}
