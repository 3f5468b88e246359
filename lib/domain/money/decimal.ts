import { Big } from 'big.js'
import type { Field } from '@/contract/console/view-of'
import { isAbsent } from '../../format/unreadable'

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

/** Returns the exact sum of decimal strings; zero for none. */
export const sumOf = (amounts: readonly string[]): Big => amounts.reduce((sum, amount) => sum.plus(amount), new Big(0))
