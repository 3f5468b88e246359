import { createHash } from 'node:crypto'

/** Pseudo-random numbers, the same for the same seed on every machine. */
export interface Random {
  /** Returns a whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  /** Returns true with this probability. */
  chance(probability: number): boolean
}

/** Returns a mulberry32 generator, which is fast and good enough for demo data. */
export function seededRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32BE()
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    int,
    pick: (list) => list[int(0, list.length - 1)] ?? list[0],
    chance: (probability) => next() < probability,
  }
}
