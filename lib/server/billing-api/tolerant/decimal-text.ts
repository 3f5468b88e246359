import { JsonNumber } from '@/contract/billing/scalars'
import { MAX_DIGITS } from '../../../domain/money/decimal'

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
/** A larger exponent is meaningless even to a float. */
const MAX_EXPONENT_DIGITS = 15

/**
 * Returns a number or numeric string as a plain decimal, with all digits as sent, times ten to the power of `shift` (−2
 * converts cents to units). Expands an exponent up to 100 digits on either side of the point; a larger one stays as
 * sent, such as `1e400`. Takes linear time.
 * @returns undefined when the value is not a number, or its exponent is too large
 */
export function decimalText(value: unknown, shift = 0): string | undefined {
  const sent = value instanceof JsonNumber ? value.text : typeof value === 'string' ? value.trim() : undefined
  const parts = sent === undefined ? null : NUMBER.exec(sent)
  if (!parts) return undefined
  const [, sign = '', whole = '', fraction = '', exponent] = parts
  if (exponent === undefined) return sign + shifted(whole, fraction, shift)
  if (!/[1-9]/.test(whole) && !/[1-9]/.test(fraction)) return sign + shifted(whole, fraction, 0)

  const power = exponentOf(exponent)
  if (power === undefined) return undefined
  const before = withoutLeadingZeros(whole).length + power + shift
  const after = fraction.length - power - shift
  if (before <= MAX_DIGITS && after <= MAX_DIGITS) return sign + shifted(whole, fraction, power + shift)
  return shift === 0 ? sent : `${sign}${whole}${fraction && `.${fraction}`}e${power + shift}`
}

/** Moves the decimal point by `places`, to the right when positive. */
function shifted(whole: string, fraction: string, places: number): string {
  const digits = whole + fraction
  const point = whole.length + places
  const left = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0'
  const right = point >= 0 ? digits.slice(point) : '0'.repeat(-point) + digits
  return `${withoutLeadingZeros(left)}${right && `.${right}`}`
}

function exponentOf(text: string): number | undefined {
  const [, sign = '', digits = ''] = /^([+-]?)0*(\d+)$/.exec(text) ?? []
  if (digits.length > MAX_EXPONENT_DIGITS) return undefined
  return sign === '-' ? -Number(digits) : Number(digits)
}

const withoutLeadingZeros = (digits: string) => digits.replace(/^0+(?=\d)/, '')
