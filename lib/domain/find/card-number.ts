const CARD =
  /(?<![\p{L}\p{N}_-])(?:\d{13,19}|[2-6]\d{3}(?:[ -]\d{4}){3}(?:[ -]\d{1,3})?|3\d{3}[ -]\d{6}[ -]\d{4,5})(?![\p{L}\p{N}_]|-[\p{L}\p{N}])/gu

/** True for 13 to 19 digits that pass the check of payment cards (ISO/IEC 7812, Luhn), with or without separators. */
export function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[\s-]/gu, '')
  if (!/^\d{13,19}$/u.test(digits)) return false
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const doubled = place % 2 === 0 ? Number(digit) : 2 * Number(digit)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
  return sum % 10 === 0
}

/** Returns a text with a line break in place of each payment card number. */
export const withoutCardNumbers = (text: string) =>
  text.replaceAll(CARD, (number) => (isCardNumber(number) ? '\n' : number))
