/** An entry's balances as exact decimals in one notation; null where the API sent none. */
export interface BalanceStep {
  before: string | null
  after: string | null
}

/** The balance before the first and after the last of the steps. */
export interface BalanceEnds {
  start: string | null
  end: string | null
}

/**
 * Returns the start and end balance of the entries of one pool and one instant, in any order: each starts with the balance that
 * another one left.
 * @param left the balance before them; null when it is unknown
 * @returns `broken` when no order makes them a chain; null when a balance is missing or the ends are ambiguous
 */
export function chainOf(steps: readonly BalanceStep[], left: string | null): BalanceEnds | 'broken' | null {
  const [first] = steps
  if (first && steps.length === 1) return { start: first.before, end: first.after }
  const known = steps.flatMap(({ before, after }) => (before === null || after === null ? [] : [{ before, after }]))
  if (known.length < steps.length) return null
  const surplus = new Map<string, number>()
  for (const { before, after } of known) {
    surplus.set(before, (surplus.get(before) ?? 0) - 1)
    surplus.set(after, (surplus.get(after) ?? 0) + 1)
  }
  const ends = [...surplus].filter(([, count]) => count !== 0)
  if (ends.length === 0) {
    if (!isConnected(known, first?.before ?? '')) return 'broken'
    if (left !== null) return surplus.has(left) ? { start: left, end: left } : 'broken'
    const [only] = surplus.keys()
    return only !== undefined && surplus.size === 1 ? { start: only, end: only } : null
  }
  const [start, end] = [-1, 1].map((count) => ends.find((entry) => entry[1] === count)?.[0])
  if (start === undefined || end === undefined || ends.length !== 2) return 'broken'
  return isConnected(known, start) ? { start, end } : 'broken'
}

/** True when every step can be reached from the balance. */
function isConnected(steps: readonly { before: string; after: string }[], start: string): boolean {
  const next = new Map<string, string[]>()
  for (const { before, after } of steps) next.set(before, [...(next.get(before) ?? []), after])
  const reached = new Set([start])
  for (const balance of reached) for (const after of next.get(balance) ?? []) reached.add(after)
  return steps.every(({ before }) => reached.has(before))
}
