/** Numbers that look random and are the same for the same seed (mulberry32). */
export interface SeededRandom {
  /** From 0 up to but not including `below`. */
  integer: (below: number) => number
  /** One of these. */
  of: <Value>(values: readonly [Value, ...Value[]]) => Value
  /** True in so many of a hundred cases. */
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
