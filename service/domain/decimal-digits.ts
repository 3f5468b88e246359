/*
 * For tests: decimals of at most 12 places as whole numbers of the last place, so that what is expected of an amount is
 * integer arithmetic.
 */
const PLACES = 12

export function toDecimal(digits: bigint): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(PLACES + 1, '0')
  return `${digits < 0n ? '-' : ''}${text.slice(0, -PLACES)}.${text.slice(-PLACES)}`
}

export function toDigits(decimal: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  return BigInt(`${sign}${whole}${fraction.padEnd(PLACES, '0')}`)
}
