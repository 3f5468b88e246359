import { Big } from 'big.js'

/** Digits before and after the point that are written out and computed with: the billing service keeps 38 and 60. */
export const MOST_DIGITS = 100

const COMPUTABLE = new RegExp(`^-?\\d{1,${MOST_DIGITS}}(\\.\\d{1,${MOST_DIGITS}})?$`)

/** The usual ways to round: which one an API uses is not told. */
export const ROUNDING_MODES = [Big.roundHalfUp, Big.roundHalfEven, Big.roundDown, Big.roundUp] as const

/** How many decimals a number has, of those that count. */
export const decimalsOf = (number: Big) => number.toFixed().split('.')[1]?.length ?? 0

/** Whether an amount is an exact number cut to `decimals`, or to its cents, by any of the usual roundings. */
export function isRoundedTo(exact: Big, amount: Big, decimals = decimalsOf(amount)): boolean {
  return ROUNDING_MODES.some((mode) => exact.round(Math.max(2, decimals), mode).eq(amount))
}

/**
 * A number as it was read (contract/console/reading.ts, Amount), to compute with.
 * @returns null where it has more digits than that: adding 1e400 and 1e-400 takes 800, and 1e1000000 no end of them
 */
export function bigOf(amount: string): Big | null {
  return COMPUTABLE.test(amount) ? new Big(amount) : null
}
