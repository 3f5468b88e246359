/** Sequences from `low` to `high`; none where `high` is `low - 1`. */
export interface Stretch {
  low: number
  high: number
}

/** What to do to a ledger: take up the entries of the stretch, and number them with those that arrive from `start`. */
export interface Renumbering extends Stretch {
  start: number
  /** The ledger's first and last sequence afterwards. */
  first: number
  last: number
}

/**
 * How a ledger takes in a change while its sequences stay gapless: the side of the change that has fewer entries moves,
 * upwards or downwards, and the other keeps its sequences. So appending and prepending move nothing.
 * @param ledger its first and last sequence
 * @param changed where entries leave or arrive between others
 * @param growth entries that arrive less those that leave
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
