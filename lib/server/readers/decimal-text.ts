import 'server-only'
import { Big } from 'big.js'
import { JsonNumber } from '@/contract/billing/scalars'

const NUMBER = /^(-?)0*(\d+(?:\.\d+)?)(?:[eE]([+-]?\d{1,2}))?$/
const MAX_DIGITS = 64
const HUNDREDTH = '0.01'

/**
 * A number or numeric string as a plain decimal, digits as sent; an exponent is written out. Longer tails than the
 * contract's 12 places are kept: an API that counts in floats sends 0.30000000000000004.
 * @returns undefined where it is not a number of at most 64 characters
 */
export function decimalText(value: unknown): string | undefined {
  const sent = value instanceof JsonNumber ? value.text : typeof value === 'string' ? value.trim() : undefined
  if (sent === undefined || sent.length > MAX_DIGITS) return undefined
  const parts = NUMBER.exec(sent)
  if (!parts) return undefined
  const [, sign = '', digits = '', exponent] = parts
  return exponent === undefined ? `${sign}${digits}` : new Big(`${sign}${digits}e${exponent}`).toFixed()
}

/** Cents to units, exactly. */
export function fromMinorUnits(decimal: string): string {
  return new Big(decimal).times(HUNDREDTH).toFixed()
}
