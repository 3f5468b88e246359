/** Pseudo-random numbers that repeat for the same seed (mulberry32). */
export interface SeededRandom {
  /** Returns an integer from 0 to `below`, exclusive. */
  integer: (below: number) => number
  /** Returns one of the items. */
  of: <Value>(values: readonly [Value, ...Value[]]) => Value
  /** Returns true with this probability in percent. */
  chance: (percent: number) => boolean
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (below: number) => Math.floor(next() * below)
  return {
    integer,
    of: (values) => values[integer(values.length)] ?? values[0],
    chance: (percent) => integer(100) < percent,
  }
}
