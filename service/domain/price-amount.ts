import { PriceTerms } from '@/contract/billing/price'
import { Big } from 'big.js'

/** One part of what is charged. `amount` is `quantity` × `unitPrice`, to 12 decimals. Decimal strings. */
export interface Charge {
  reason: 'usage' | 'minimum' | 'maximum'
  /** Which tier the units fall into, from 1; null where the price has none. */
  tier: number | null
  quantity: string
  unitPrice: string
  amount: string
}

/** Amounts are rounded to 12 decimals. */
const Exact = Big()
Exact.DP = 12

/**
 * A price's type and rules where they are understood, to the last field; null where what it costs is not known: its rules
 * are data then (gaps.md, Price types).
 */
export function knownTerms({ priceType, rules }: { priceType?: unknown; rules?: unknown }): PriceTerms | null {
  return PriceTerms.safeParse({ priceType, rules }).data ?? null
}

/**
 * What `quantity` units of a price come to, part by part (gaps.md, Price types): `unit` by the unit, also of a started
 * `rules.quantity`; `tier` each unit at the price of the tier it falls into; `fixed` its price, however much was used;
 * `none` nothing. Less than the minimum is raised to it, more than the maximum cut to it, by a part of its own.
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

/** What `quantity` units of a price cost, exact to 12 decimals. @throws RangeError as `chargesFor` */
export function priceAmount(price: PriceTerms, quantity: string): string {
  return sumOf(chargesFor(price, quantity)).toFixed()
}

function charge(quantity: string, unitPrice: string, more: Partial<Charge> = {}): Charge {
  const amount = new Exact(quantity).times(unitPrice).round(12).toFixed()
  return { reason: 'usage', tier: null, quantity, unitPrice, amount, ...more }
}

/** Multiplied first: a third of a price that is paid three times is the price. */
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
