import { PriceTerms } from '@/contract/billing/price'
import { Big } from 'big.js'

/** One part of a charged amount. `amount` is `quantity` × `unitPrice` to 12 decimals. All are decimal strings. */
export interface Charge {
  reason: 'usage' | 'minimum' | 'maximum'
  /** Number of the tier, from 1; null when the price has no tiers. */
  tier: number | null
  quantity: string
  unitPrice: string
  amount: string
}

/** Big.js rounded to 12 decimals. */
const Exact = Big()
Exact.DP = 12

/**
 * Returns a price's type and rules when every field is known; null otherwise, when the rules are only data (gaps.md,
 * Price types).
 */
export function knownTerms({ priceType, rules }: { priceType?: unknown; rules?: unknown }): PriceTerms | null {
  return PriceTerms.safeParse({ priceType, rules }).data ?? null
}

/**
 * Returns the parts of the amount for `quantity` units (gaps.md, Price types). `unit` charges per unit, also for part of
 * `rules.quantity`; `tier` charges each unit at the price of its tier; `fixed` charges its price for any quantity;
 * `none` charges nothing. A separate part raises the amount to the minimum or cuts it to the maximum.
 * @throws RangeError for a negative quantity, or a unit price for no units
 */
export function chargesFor(price: PriceTerms, quantity: string): Charge[] {
  const used = new Exact(quantity)
  if (used.lt(0)) throw new RangeError(`a quantity cannot be negative: ${quantity}`)
  switch (price.priceType) {
    case 'none':
      return [charge('1', '0')]
    case 'fixed':
      return [charge('1', price.rules.price)]
    case 'unit': {
      const { rules } = price
      return withinBounds([perUnits(used, rules.price, rules.quantity ?? '1')], rules)
    }
    case 'tier':
      return withinBounds(perTier(used, price.rules.tiers), price.rules)
  }
}

/** Returns the amount for `quantity` units, exact to 12 decimals. @throws RangeError as `chargesFor` */
export function priceAmount(price: PriceTerms, quantity: string): string {
  return sumOf(chargesFor(price, quantity)).toFixed()
}

function charge(quantity: string, unitPrice: string, more: Partial<Charge> = {}): Charge {
  const amount = new Exact(quantity).times(unitPrice).round(12).toFixed()
  return { reason: 'usage', tier: null, quantity, unitPrice, amount, ...more }
}

/** Multiplies before it divides, so that three thirds of a price equal the price. */
function perUnits(used: Big, price: string, units: string): Charge {
  if (new Exact(units).lte(0)) throw new RangeError(`a price cannot be for ${units} units`)
  const amount = used.times(price).div(units).toFixed()
  return charge(used.toFixed(), new Exact(price).div(units).toFixed(), { amount })
}

type Tiers = Extract<PriceTerms, { priceType: 'tier' }>['rules']['tiers']

function perTier(used: Big, tiers: Tiers): Charge[] {
  const charges = tiers.map(({ start, end, price }, index) => {
    const upTo = end !== null && used.gt(end) ? new Exact(end) : used
    const quantity = upTo.gt(start) ? upTo.minus(start) : new Exact(0)
    return charge(quantity.toFixed(), price, { tier: index + 1 })
  })
  const reached = charges.filter((part) => part.quantity !== '0')
  return reached.length > 0 ? reached : charges.slice(0, 1)
}

function withinBounds(
  charges: Charge[],
  { minimum, maximum }: { minimum?: string | undefined; maximum?: string | undefined },
) {
  const sum = sumOf(charges)
  const raised = minimum !== undefined && sum.lt(minimum) ? new Exact(minimum) : sum
  const bounded = maximum !== undefined && raised.gt(maximum) ? new Exact(maximum) : raised
  if (bounded.eq(sum)) return charges
  const reason = bounded.gt(sum) ? 'minimum' : 'maximum'
  return [...charges, charge('1', bounded.minus(sum).toFixed(), { reason })]
}

function sumOf(charges: readonly Charge[]): Big {
  return charges.reduce((sum, { amount }) => sum.plus(amount), new Exact(0))
}
