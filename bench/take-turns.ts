import type { BenchOptions } from './figure'

/** The two sides of a ratio, each measured once. */
export interface Sides {
  ours: () => Promise<number>
  other: () => Promise<number>
}

/** @returns ours ÷ the other's for each round. The order of the sides alternates. */
export async function ratiosOf(
  name: string,
  { rounds, signal, log }: Pick<BenchOptions, 'rounds' | 'signal' | 'log'>,
  sides: Sides,
): Promise<number[]> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted()
    const first = round % 2 === 0 ? await sides.ours() : await sides.other()
    signal.throwIfAborted()
    const second = round % 2 === 0 ? await sides.other() : await sides.ours()
    const [ours, other] = round % 2 === 0 ? [first, second] : [second, first]
    ratios.push(ours / other)
    log(`  ${name}: ${short(ours)} ÷ ${short(other)} = ${short(ours / other)}`)
  }
  return ratios
}

/**
 * Like `ratiosOf`, for work of milliseconds. The two sides also take turns within a round, so that other load on the machine
 * affects both.
 * @returns the median of ours ÷ the median of the other's for each round
 */
export async function medianRatiosOf(
  name: string,
  { rounds, signal, log }: Pick<BenchOptions, 'rounds' | 'signal' | 'log'>,
  { ours, other }: Sides,
  times: number,
): Promise<number[]> {
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const took: { ours: number[]; other: number[] } = { ours: [], other: [] }
    for (let time = 0; time < times; time++) {
      signal.throwIfAborted()
      if (time % 2 === 0) took.ours.push(await ours())
      took.other.push(await other())
      if (time % 2 === 1) took.ours.push(await ours())
    }
    const [our, others] = [medianOf(took.ours), medianOf(took.other)]
    ratios.push(our / others)
    log(`  ${name}: ${short(our)} ms ÷ ${short(others)} ms = ${short(our / others)}`)
  }
  return ratios
}

/** Returns the median. For an even count it is the mean of the two middle numbers. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, each) => sum + each, 0) / middle.length
}

/** Formats a number with at most three significant digits. */
export function short(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}
