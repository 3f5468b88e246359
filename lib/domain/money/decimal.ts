import { Big } from 'big.js'
import type { Unreadable } from '@/contract/console/reading'
import { isAbsent } from '../../format/unreadable'

/** Digits before and after the point that are written out and computed with: the billing service keeps 38 and 60. */
export const MOST_DIGITS = 100

const COMPUTABLE = new RegExp(`^-?\\d{1,${MOST_DIGITS}}(\\.\\d{1,${MOST_DIGITS}})?$`)

/**
 * A number as it was read (contract/console/reading.ts, Amount), to compute with.
 * @returns null where it has more digits than that: adding 1e400 and 1e-400 takes 800, and 1e1000000 no end of them
 */
export function bigOf(amount: string): Big | null {
  return COMPUTABLE.test(amount) ? new Big(amount) : null
}

/** The same of a field of a view: null too where it was not sent or could not be read. */
export const exactOf = (number: string | Unreadable | null): Big | null => (isAbsent(number) ? null : bigOf(number))
