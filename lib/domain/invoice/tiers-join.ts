import type { Big } from 'big.js'
import type { RulesView } from '@/contract/console/price'
import { exactOf } from '../money/decimal'

export type Tier = Extract<RulesView, { kind: 'tier' }>['tiers'][number]

/**
 * True when the tiers have no gap or overlap: each starts at the end of the previous tier, or at the next whole number
 * (gaps.md shows `{start, end, price}` and does not say which). Only the last tier may have no end.
 */
export function tiersJoin(tiers: readonly Tier[]): boolean {
  return tiers.every(({ start, end }, index) => {
    const [from, to] = [exactOf(start), exactOf(end)]
    const before = tiers[index - 1]
    if (from === null || (end === undefined ? index < tiers.length - 1 : to === null || to.lte(from))) return false
    return before === undefined || follows(from, exactOf(before.end))
  })
}

/** True when the tier starts exactly at the end of the previous tier. */
export function beginsAtEndOf(before: Tier | undefined, { start }: Tier): boolean {
  const [end, from] = [exactOf(before?.end), exactOf(start)]
  return end !== null && from !== null && from.eq(end)
}

function follows(start: Big, end: Big | null): boolean {
  if (end === null) return false
  return start.eq(end) || (start.eq(end.plus(1)) && end.round(0, 0).eq(end))
}
