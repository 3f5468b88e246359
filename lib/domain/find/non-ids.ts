import { AMOUNT_PATTERNS, SMALL_NUMBER } from './amount-patterns'
import { CAPITALIZED_PATTERNS, CONTACT_PATTERNS } from './contact-patterns'
import { DATE_PATTERNS, EAST_ASIAN_PATTERNS } from './date-patterns'

const START = String.raw`(?<![\p{L}\p{N}_@#/-]|\d[.,])`
const END = String.raw`(?![\p{L}\p{N}_@]|-[\p{L}\p{N}])`
/** One expression for many patterns, because browsers take long to compile each. */
const anyOf = (patterns: readonly string[], flags: string) =>
  new RegExp(`${START}(?:${patterns.join('|')})${END}`, flags)

const EAST_ASIAN = new RegExp(EAST_ASIAN_PATTERNS.join('|'), 'gu')
/** Chinese, Japanese and Korean have no spaces between words: "請求書番号1042の件". */
const EAST_ASIAN_BORDER =
  /(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー])(?=[A-Za-z0-9#])|(?<=[A-Za-z0-9])(?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}])/gu
const NON_IDS = [
  anyOf(CAPITALIZED_PATTERNS, 'gu'),
  anyOf(CONTACT_PATTERNS, 'giu'),
  anyOf(DATE_PATTERNS, 'giu'),
  anyOf(AMOUNT_PATTERNS, 'giu'),
]
const SMALL_NUMBERS = anyOf([SMALL_NUMBER], 'giu')

/**
 * Returns a text with a gap for each date, time, amount, quantity, number with separators, phone, bank and register
 * number, and postal address.
 */
export function withoutNonIds(text: string): string {
  const spaced = text.replaceAll(EAST_ASIAN, '\n').replaceAll(EAST_ASIAN_BORDER, ' ')
  return NON_IDS.reduce((rest, nonId) => rest.replaceAll(nonId, '\n'), spaced)
}

/** Returns a text with a gap for each number of at most two digits that no label announces: "2 users", "step 3". */
export const withoutSmallNumbers = (text: string) => text.replaceAll(SMALL_NUMBERS, '\n')
