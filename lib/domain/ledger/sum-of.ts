import { Big } from 'big.js'

/** Returns the exact sum of decimal strings; zero for none. */
export const sumOf = (amounts: readonly string[]): Big => amounts.reduce((sum, amount) => sum.plus(amount), new Big(0))
