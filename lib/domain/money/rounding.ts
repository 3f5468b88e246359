import { Big } from 'big.js'

/** A named rounding of an amount: which one an API uses is not told. */
export type Rounding = 'halfUp' | 'halfEven' | 'down'

/** A number that may be no finite decimal: `dividend` ÷ `divisor`, which is above 0. */
export interface Quotient {
  dividend: Big
  divisor: Big
}

const ONE = new Big(1)
/** The decimals of a number that is no finite decimal, as the console writes it. */
const WRITTEN_DECIMALS = 12

/** A finite number as a quotient. */
export const whole = (number: Big): Quotient => ({ dividend: number, divisor: ONE })

/** How many decimals a number has, of those that count. */
export const decimalsOf = (number: Big) => Math.max(0, number.c.length - 1 - number.e)

/** An amount is in cents, or has the decimals that count of it. */
export const decimalsOfAmount = (amount: Big) => Math.max(2, decimalsOf(amount))

/**
 * How `sent` comes of an exact number: as it is, rounded to `decimals`, or not at all (null). What several roundings make
 * has the name of the first: half up, half even, down.
 */
export function roundingTo(exact: Quotient, sent: Big, decimals: number): Rounding | 'exact' | null {
  if (sent.times(exact.divisor).eq(exact.dividend)) return 'exact'
  if (decimalsOf(sent) > decimals) return null
  const { down, awayFromZero, half } = parts(exact, decimals)
  const is = scaled(sent, decimals)
  if (is === (half >= 0 ? awayFromZero : down)) return 'halfUp'
  if (is === (half > 0 || (half === 0 && down % 2n !== 0n) ? awayFromZero : down)) return 'halfEven'
  return is === down ? 'down' : null
}

/** The exact number or, where it is no finite decimal, as much of it as the console writes. */
export function decimalOf(exact: Quotient): Big {
  if (exact.divisor.eq(ONE)) return exact.dividend
  // Of a finite quotient no more decimals than the divisor has bits, and those of the dividend.
  const decimals = isFiniteDecimal(exact) ? decimalsOf(exact.dividend) + bitsOf(exact.divisor) : WRITTEN_DECIMALS
  const { down, awayFromZero, half } = parts(exact, decimals)
  return new Big(`${half >= 0 ? awayFromZero : down}e-${decimals}`)
}

/** Whether a quotient is a finite decimal: it is when the divisor, shortened, is made of twos and fives. */
export function isFiniteDecimal({ dividend, divisor }: Quotient): boolean {
  if (divisor.eq(ONE)) return true
  const decimals = Math.max(decimalsOf(dividend), decimalsOf(divisor))
  const [over, under] = [scaled(dividend, decimals), scaled(divisor, decimals)]
  let rest = under / commonDivisor(over, under)
  while (rest % 2n === 0n) rest /= 2n
  while (rest % 5n === 0n) rest /= 5n
  return rest === 1n
}

/** A quotient between two neighbours of so many decimals, both scaled to whole numbers, and on which side of their middle. */
function parts({ dividend, divisor }: Quotient, decimals: number) {
  const shift = Math.max(0, decimalsOf(dividend) - decimals)
  const over = scaled(dividend, decimals + shift + decimalsOf(divisor))
  const under = scaled(divisor, shift + decimalsOf(divisor))
  const down = over / under
  const rest = over - down * under
  const twice = 2n * (rest < 0n ? -rest : rest)
  const half = rest === 0n ? -1 : twice > under ? 1 : twice === under ? 0 : -1
  return { down, awayFromZero: dividend.lt(0) ? down - 1n : down + 1n, half }
}

/** Times ten to the power of `decimals`, which are at least those it has. */
const scaled = (number: Big, decimals: number) => BigInt(number.times(`1e${decimals}`).toFixed(0))

const bitsOf = (number: Big) => scaled(number, decimalsOf(number)).toString(2).length + decimalsOf(number)

function commonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = a < 0n ? [-a, b] : [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}
