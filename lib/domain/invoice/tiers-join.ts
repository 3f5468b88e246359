import type { Big } from 'big.js'
import type { RulesView } from '@/contract/console/price'
import { exactOf } from '../money/decimal'

export type Tier = Extract<RulesView, { kind: 'tier' }>['tiers'][number]

/**
 * Whether tiers follow one another without a gap or an overlap: each begins where the one before it ends, or at the next
 * whole number (gaps.md shows `{start, end, price}` and does not say which). Only the last may go without an end.
 */
export function tiersJoin(tiers: readonly Tier[]): boolean {
  return tiers.every(({ start, end }, index) => {
    const [from, to] = [exactOf(start), exactOf(end)]
    const before = tiers[index - 1]
    if (from === null || (end === null ? index < tiers.length - 1 : to === null || to.lte(from))) return false
    return before === undefined || follows(from, exactOf(before.end))
  })
}

/** Whether a tier begins exactly where the one before it ends. */
export function beginsAtEndOf(before: Tier | undefined, { start }: Tier): boolean {
  const [end, from] = [exactOf(before?.end ?? null), exactOf(start)]
  return end !== null && from !== null && from.eq(end)
}

function follows(start: Big, end: Big | null): boolean {
  if (end === null) return false
  return start.eq(end) || (start.eq(end.plus(1)) && end.round(0, 0).eq(end))
}
