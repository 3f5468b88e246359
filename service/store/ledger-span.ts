/** Sequences from `low` to `high`; empty when `high` is `low - 1`. */
export interface Stretch {
  low: number
  high: number
}

/** Removes the entries of the stretch and numbers them, with the arriving ones, from `start`. */
export interface Renumbering extends Stretch {
  start: number
  /** First and last sequence of the ledger afterwards. */
  first: number
  last: number
}

/**
 * Plans a change of a ledger that keeps its sequences gapless. The side of the change with fewer entries moves, and the
 * other side keeps its sequences, so appending and prepending move nothing.
 * @param ledger first and last sequence
 * @param changed stretch in which entries leave or arrive
 * @param growth arriving entries minus leaving ones
 */
export function renumbering(ledger: { first: number; last: number }, changed: Stretch, growth: number): Renumbering {
  const { first, last } = ledger
  if (growth === 0) return { ...changed, start: changed.low, first, last }
  const above = last - changed.low
  const below = changed.high - first
  return above <= below
    ? { low: changed.low, high: last, start: changed.low, first, last: last + growth }
    : { low: first, high: changed.high, start: first - growth, first: first - growth, last }
}
