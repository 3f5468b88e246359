import { PriceTerms } from '@/contract/billing/price'
import type { RulesView } from '../../price'
import { decimalText, type JsonObject, jsonText, objectOf } from './scalars'

const MAX_RULES_JSON = 100_000
/** The price types whose rules have a known shape. */
export const PRICE_TYPES: readonly string[] = PriceTerms.options.map((option) => option.shape.priceType.value)

/**
 * Returns price rules by their price type, or by their shape when there is no type (a line item, section 2.5). Rules of
 * an unknown type, or with a field that does not fit, are `other` and shown as data: nothing is hidden or guessed.
 * @param shift the power of ten that prices and bounds are multiplied by: −2 for cents
 */
export function rulesView(value: unknown, priceType: string | null, shift: number): RulesView {
  const rules = objectOf(value)
  if (value === undefined || value === null) return priceType === 'none' ? { kind: 'none' } : { kind: 'missing' }
  return (rules && readKnown(rules, priceType ?? shapeOf(rules), shift)) ?? other(value)
}

function other(value: unknown): RulesView {
  return { kind: 'other', json: jsonText(value, MAX_RULES_JSON) }
}

function shapeOf(rules: JsonObject): string {
  if ('tiers' in rules) return 'tier'
  if ('cadence' in rules) return 'fixed'
  return Object.keys(rules).length === 0 ? 'none' : 'unit'
}

function readKnown(rules: JsonObject, type: string, shift: number): RulesView | undefined {
  const money = (name: string) => decimalText(rules[name], shift)
  const bounds = () => ({ minimum: money('minimum'), maximum: money('maximum') })
  switch (type) {
    case 'unit':
      if (!fits(rules, ['quantity', 'price', 'minimum', 'maximum']) || money('price') === undefined) return undefined
      return { kind: 'unit', quantity: decimalText(rules.quantity), price: money('price'), ...bounds() }
    case 'tier': {
      const tiers = readTiers(rules.tiers, shift)
      if (!tiers || !fits(rules, ['minimum', 'maximum'], 'tiers')) return undefined
      return { kind: 'tier', tiers, ...bounds() }
    }
    case 'fixed': {
      const cadence = rules.cadence ?? undefined
      if (!fits(rules, ['price', 'quantity'], 'cadence') || money('price') === undefined) return undefined
      if (cadence !== undefined && typeof cadence !== 'string') return undefined
      return { kind: 'fixed', price: money('price'), quantity: decimalText(rules.quantity), cadence }
    }
    case 'none':
      return fits(rules, []) ? { kind: 'none' } : undefined
    default:
      return undefined
  }
}

/** Returns the tiers; undefined when there are none, or one does not fit. */
function readTiers(value: unknown, shift: number) {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const tiers = value.flatMap((item: unknown) => {
    const tier = objectOf(item)
    if (!tier || !fits(tier, ['start', 'end', 'price'])) return []
    const [start, price] = [decimalText(tier.start), decimalText(tier.price, shift)]
    return start === undefined || price === undefined ? [] : [{ start, end: decimalText(tier.end), price }]
  })
  return tiers.length === value.length ? tiers : undefined
}

/** True when the object holds only the field `besides` and these numbers, each absent, null or readable. */
function fits(rules: JsonObject, numbers: readonly string[], besides?: string): boolean {
  return Object.entries(rules).every(
    ([name, value]) =>
      value === null || name === besides || (numbers.includes(name) && decimalText(value) !== undefined),
  )
}
