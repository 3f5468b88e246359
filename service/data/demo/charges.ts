import type { PriceTerms } from '@/contract/billing/price'
import { Big } from 'big.js'

/** One part of a charged amount. `amount` is `quantity` × `unitPrice` to 12 decimals. All are decimal strings. */
export interface Charge {
  /** The tier or bound that the part is for; null when there is one part only. */
  note: string | null
  quantity: string
  unitPrice: string
  amount: string
}

/** Big.js rounded to 12 decimals. */
const Exact = Big()
Exact.DP = 12

/**
 * Returns the parts of the amount for `quantity` units (gaps.md, Price types). `tier` charges each unit at the price of
 * its tier, `fixed` its price for any quantity. A separate part raises the amount to the minimum or cuts it to the maximum.
 */
export function chargesFor(price: PriceTerms, quantity: string): Charge[] {
  switch (price.priceType) {
    case 'none':
      return [chargeOf('1', '0')]
    case 'fixed':
      return [chargeOf('1', price.rules.price)]
    case 'unit': {
      const unitPrice = new Exact(price.rules.price).div(price.rules.quantity ?? '1').toFixed()
      return withinBounds([chargeOf(quantity, unitPrice)], price.rules)
    }
    case 'tier':
      return withinBounds(perTier(new Exact(quantity), price.rules.tiers), price.rules)
  }
}

function chargeOf(quantity: string, unitPrice: string, note: string | null = null): Charge {
  return { note, quantity, unitPrice, amount: new Exact(quantity).times(unitPrice).round(12).toFixed() }
}

type Tiers = Extract<PriceTerms, { priceType: 'tier' }>['rules']['tiers']

function perTier(used: Big, tiers: Tiers): Charge[] {
  const charges = tiers.map(({ start, end, price }, index) => {
    const upTo = end !== null && used.gt(end) ? new Exact(end) : used
    const quantity = upTo.gt(start) ? upTo.minus(start) : new Exact(0)
    return chargeOf(quantity.toFixed(), price, `tier ${index + 1}`)
  })
  const reached = charges.filter((part) => part.quantity !== '0')
  return reached.length > 0 ? reached : charges.slice(0, 1)
}

function withinBounds(charges: Charge[], bounds: { minimum?: string | undefined; maximum?: string | undefined }) {
  const sum = charges.reduce((before, { amount }) => before.plus(amount), new Exact(0))
  const { minimum = sum, maximum = sum } = bounds
  if (sum.lt(minimum)) return [...charges, chargeOf('1', new Exact(minimum).minus(sum).toFixed(), 'up to the minimum')]
  if (sum.gt(maximum)) return [...charges, chargeOf('1', new Exact(maximum).minus(sum).toFixed(), 'above the maximum')]
  return charges
}
