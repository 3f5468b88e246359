import { Big } from 'big.js'
import type { Field } from '@/lib/billing-api/view-of'
import { isAbsent } from '@/lib/billing-api/unreadable'

/** The most digits before and after the point that the console computes with. The billing service keeps 38 and 60. */
export const MAX_DIGITS = 100

const COMPUTABLE = new RegExp(`^-?\\d{1,${MAX_DIGITS}}(\\.\\d{1,${MAX_DIGITS}})?$`)

/**
 * Parses an amount of a view, which is decimal text, for exact computing.
 * @returns null when it has more digits: the sum of 1e400 and 1e-400 needs 800 digits, and 1e1000000 exhausts the memory
 */
export function bigOf(amount: string): Big | null {
  return COMPUTABLE.test(amount) ? new Big(amount) : null
}

/** Parses a field of a view. Also returns null when the field is missing or unreadable. */
export const exactOf = (number: Field<string> | null): Big | null => (isAbsent(number) ? null : bigOf(number))

/** Returns the exact sum; zero for none. @param amounts decimal strings or exact numbers */
export const sumOf = (amounts: readonly (string | Big)[]): Big =>
  amounts.reduce<Big>((sum, amount) => sum.plus(amount), new Big(0))

/** A rounding mode. The interface document does not say which one an API uses. */
export type Rounding = 'halfUp' | 'halfEven' | 'down'

/** A number that may have endless decimals: `dividend` ÷ `divisor`. The divisor is positive. */
export interface Quotient {
  dividend: Big
  divisor: Big
}

const ONE = new Big(1)
/** The decimals that the console writes of a number with endless decimals. */
const WRITTEN_DECIMALS = 12

/** Returns a number as a quotient with the divisor 1. */
export const quotientOf = (number: Big): Quotient => ({ dividend: number, divisor: ONE })

/** Returns the number of significant decimals. */
export const decimalsOf = (number: Big) => Math.max(0, number.c.length - 1 - number.e)

/** Returns the decimals of an amount, but at least those of the currency. */
export const decimalsOfAmount = (amount: Big, ofCurrency: number) => Math.max(ofCurrency, decimalsOf(amount))

/**
 * Returns the rounding that turns the exact number into `sent`, to its decimals, but at least those of the currency; null when none does.
 * The first that fits wins: half up, half even, down.
 */
export function roundingTo(exact: Quotient, sent: Big, ofCurrency: number): Rounding | 'exact' | null {
  if (sent.times(exact.divisor).eq(exact.dividend)) return 'exact'
  const decimals = decimalsOfAmount(sent, ofCurrency)
  const { down, awayFromZero, sideOfMiddle } = parts(exact, decimals)
  const scaledSent = scaled(sent, decimals)
  if (scaledSent === (sideOfMiddle >= 0 ? awayFromZero : down)) return 'halfUp'
  if (scaledSent === (sideOfMiddle > 0 || (sideOfMiddle === 0 && down % 2n !== 0n) ? awayFromZero : down))
    return 'halfEven'
  return scaledSent === down ? 'down' : null
}

/** Returns the exact number, or 12 decimals of a number with endless ones. */
export function decimalOf(exact: Quotient): Big {
  if (exact.divisor.eq(ONE)) return exact.dividend
  // A finite quotient has at most as many decimals as the divisor has bits, plus those of the dividend.
  const decimals = isFiniteDecimal(exact) ? decimalsOf(exact.dividend) + bitsOf(exact.divisor) : WRITTEN_DECIMALS
  const { down, awayFromZero, sideOfMiddle } = parts(exact, decimals)
  return new Big(`${sideOfMiddle >= 0 ? awayFromZero : down}e-${decimals}`)
}

/** True when the quotient is a finite decimal: a power of ten with as many zeros as the divisor has bits makes it an integer. */
export function isFiniteDecimal({ dividend, divisor }: Quotient): boolean {
  if (divisor.eq(ONE)) return true
  const decimals = Math.max(decimalsOf(dividend), decimalsOf(divisor))
  const [over, under] = [scaled(dividend, decimals), scaled(divisor, decimals)]
  return (over * 10n ** BigInt(under.toString(2).length)) % under === 0n
}

/**
 * Returns the two numbers with `decimals` decimals around the quotient, as scaled integers. `sideOfMiddle` is −1, 0 or 1 when the
 * quotient is below, on or above their middle.
 */
function parts({ dividend, divisor }: Quotient, decimals: number) {
  const shift = Math.max(0, decimalsOf(dividend) - decimals)
  const over = scaled(dividend, decimals + shift + decimalsOf(divisor))
  const under = scaled(divisor, shift + decimalsOf(divisor))
  const down = over / under
  const rest = over - down * under
  const twice = 2n * (rest < 0n ? -rest : rest)
  const sideOfMiddle = twice > under ? 1 : twice === under ? 0 : -1
  return { down, awayFromZero: dividend.lt(0) ? down - 1n : down + 1n, sideOfMiddle }
}

/** Returns the number × 10^`decimals` as an integer; `decimals` is at least the number's own. */
const scaled = (number: Big, decimals: number) => BigInt(number.times(`1e${decimals}`).toFixed(0))

const bitsOf = (number: Big) => scaled(number, decimalsOf(number)).toString(2).length + decimalsOf(number)
