import type { LineChecks, WhyUnchecked } from './finding'
import { formatCount } from '@/lib/money/amount'

const WHY_UNCHECKED: Record<WhyUnchecked, string> = {
  notSent: 'the price rules were not sent',
  unknownRules: 'the price rules are of a kind this console does not know',
  customUnit: 'the price is in a custom pricing unit',
  credit: 'a credit, which follows no price',
  bounds: 'the line may be part of a minimum or maximum charge',
  perUnits: 'the API does not say whether the price is for one unit or for the quantity in its rules',
  incomplete: 'a number for the check was not sent or could not be read',
  oneTier: 'it matches one tier only',
}

const WHYS = Object.keys(WHY_UNCHECKED).filter((key): key is WhyUnchecked => key in WHY_UNCHECKED)

/** Returns why the unit prices of this many lines could not be checked. */
export const uncheckedLabel = (why: WhyUnchecked, lines = 1): string =>
  why === 'credit' && lines > 1 ? 'credits, which follow no price' : WHY_UNCHECKED[why]

/** Returns "1 unit price not checked: a credit, which follows no price". @param gaps lines by reason */
export function priceGapsLabel(lines: number, gaps: NonNullable<LineChecks['priceGaps']>): string {
  const words = `${formatCount(lines, 'unit price')} not checked`
  const reasons = WHYS.flatMap((why) => (gaps[why] ? uncheckedLabel(why, gaps[why]) : []))
  return reasons.length === 0 ? words : `${words}: ${reasons.join('; ')}`
}
