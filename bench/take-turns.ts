import type { BenchOptions } from './figure'

/** The two sides of a ratio, each measured once. */
export interface Sides {
  ours: () => Promise<number>
  other: () => Promise<number>
}

/** @returns ours ÷ the other's, round by round; who goes first changes from round to round */
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

/** The middle of some numbers; of an even count, the mean of the two in the middle. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, each) => sum + each, 0) / middle.length
}

/** Three significant digits, and no more than are there. */
export function short(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}
