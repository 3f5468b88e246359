import { Big } from 'big.js'
import type { ChangeExplanation } from '@/lib/ledger/whole-ledger'

/** A horizontal bar, in percent of the width. */
export interface WaterfallBar {
  left: number
  width: number
}

interface Waterfall {
  opening: WaterfallBar
  parts: WaterfallBar[]
  unexplained: WaterfallBar
  closing: WaterfallBar
}

/** Below this share of the balance a change would be too small to see next to it. */
const MIN_SHARE = 0.05

type Change = Pick<ChangeExplanation, 'unexplained'> & {
  opening: string
  closing: string
  parts: readonly { amount: string }[]
}

/**
 * Returns the bars of a waterfall: each part starts where the part before ends. Opening and closing start at zero, or are marks
 * without a width when the change is below 5 % of the balance: then the scale does not start at zero.
 */
export function waterfallBars({ opening, closing, parts, unexplained }: Change): Waterfall {
  const edges = [new Big(opening)]
  for (const { amount } of parts) edges.push((edges.at(-1) ?? new Big(0)).plus(amount))
  const explained = edges.at(-1) ?? new Big(opening)
  const end = explained.plus(unexplained)
  const isTiny = isTinyChange([...edges, end])
  const base = (balance: Big) => (isTiny ? balance : new Big(0))
  const ends = [...edges, end, base(new Big(opening)), base(new Big(closing))]
  const [low, high] = [lowest(ends), highest(ends)]
  const span = high.minus(low)
  const percentOf = (value: Big) => (span.eq(0) ? 0 : value.minus(low).div(span).times(100).toNumber())
  const bar = (from: Big, to: Big): WaterfallBar => {
    const [one, other] = [percentOf(from), percentOf(to)]
    return { left: Math.min(one, other), width: Math.abs(other - one) }
  }
  return {
    opening: bar(base(new Big(opening)), new Big(opening)),
    parts: parts.map((_, index) => bar(edges[index] ?? explained, edges[index + 1] ?? explained)),
    unexplained: bar(explained, end),
    closing: bar(base(new Big(closing)), new Big(closing)),
  }
}

const lowest = (values: readonly Big[]) => values.reduce((least, value) => (value.lt(least) ? value : least))
const highest = (values: readonly Big[]) => values.reduce((most, value) => (value.gt(most) ? value : most))

function isTinyChange(edges: readonly Big[]): boolean {
  const span = highest(edges).minus(lowest(edges))
  const size = highest(edges.map((edge) => edge.abs()))
  return span.gt(0) && span.lt(size.times(MIN_SHARE))
}
