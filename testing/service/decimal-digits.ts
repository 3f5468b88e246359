/*
 * For tests: converts decimals of at most 12 places to integers and back, so that tests compute expected amounts with
 * integers.
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
