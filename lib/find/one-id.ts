import { idProblem } from '@/contract/requestable-id'

/** The maximum size of a pasted text, in UTF-8 bytes. */
export const MAX_PASTED_BYTES = 64 * 1024

/** A text with more words is prose, not an ID. */
const MAX_WORDS = 3
const SENTENCE_MARK = /[.,:;!?…](?:\s|$)/u
const QUOTED = /^\s*(?:"([^"]+)"|'([^']+)'|“([^“”]+)”|‘([^‘’]+)’|„([^„“”]+)[“”]|«([^«»]+)»|»([^«»]+)«|`([^`]+)`)\s*$/u

/** True for at most three words without sentence marks. */
export const hasFewWords = (text: string) =>
  text.trim().split(/\s+/u).length <= MAX_WORDS && !SENTENCE_MARK.test(text.trim())

/**
 * Returns the text as one ID when it is one word, a quotation (returned without its marks), or at most three words without
 * sentence marks. Returns null for any other text and for a number of a payment card; the console then looks up only the
 * candidate IDs.
 */
export function oneId(text: string): string | null {
  const trimmed = text.trim()
  // A cell copied out of a CSV for Excel has a tab between its quotation marks.
  const quoted = QUOTED.exec(text)?.slice(1).find(Boolean)?.trim() ?? ''
  const ids = [trimmed, text, quoted]
  if (trimmed === '' || ids.some(isCardNumber) || !ids.some((id) => idProblem(id) === null)) return null
  if (!/\s/u.test(trimmed)) return text
  if (quoted !== '') return quoted
  return hasFewWords(text) ? text : null
}

/** An external ID can be a name of several words; a longer text is a sentence. */
const MAX_WORDS_OF_ID = 6

/** True for a text that can be searched for as one ID: a line of at most six words, with characters that an ID may have. */
export const canBeExactId = (text: string) =>
  text.trim().split(/\s+/u).length <= MAX_WORDS_OF_ID && [text.trim(), text].some((id) => idProblem(id) === null)

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
