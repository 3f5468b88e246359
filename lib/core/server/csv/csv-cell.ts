import type { Field } from '@/lib/billing-api/view-of'
import { visibleLines } from '@/contract/visible-text'
import { isUnreadable, unreadableText } from '@/lib/billing-api/unreadable'

/**
 * What a spreadsheet takes as the start of a formula, including full-width and small forms, after any invisible
 * characters.
 */
const FORMULA = /^[\s\p{Z}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]/u
/**
 * The start of a formula inside a cell. RFC 4180 keeps a quoted line break in its cell. A spreadsheet that separates by
 * `;` ignores that quote: there `;` and a line break both start a cell. Tabs are escaped by then.
 */
const FORMULA_BEHIND = /([;\n](?:(?!\n)[\s\p{Z}\p{Cf}"])*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B])/gu
const NUMBER = /^-?\d+(\.\d+)?(e-?\d+)?$/

/**
 * Returns an external value as the text of a cell: never a formula, and invisible or reordering characters escaped.
 * Empty when nothing was sent.
 */
export function textCell(value: Field<string | boolean> | null): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = visibleLines(isUnreadable(value) ? unreadableText(value) : value)
  const guarded = text.replaceAll(FORMULA_BEHIND, "$1'")
  return FORMULA.test(text) ? `'${guarded}` : guarded
}

/**
 * Returns an exact number as a cell, with every digit. csv-stringify's own guard would add an apostrophe to a negative
 * number, because it is a string; here only text that is not a plain number is guarded.
 */
export function numberCell(value: Field<string> | null): string {
  return typeof value === 'string' && NUMBER.test(value) ? value : textCell(value)
}

/**
 * Returns an ID that is sent both beside its object and inside it as one cell, which holds both only when they differ.
 */
export function idCell(id: Field<string> | null, nested: Field<string> | null): string {
  const [own, other] = [textCell(id), textCell(nested)]
  if (own === '' || other === '' || own === other) return own || other
  return `${own} (also sent: ${other})`
}

/** What the cells of a column are, for the Excel form. */
export type CellKind = 'text' | 'number' | 'day'

/**
 * Returns a cell of the strict form for Excel in a country with decimal commas. A number gets the comma, a day stays. A tab keeps
 * Excel from turning text into a number, date or truth value: never `="…"`, which is a formula.
 */
export function excelCell(cell: string, kind: CellKind): string {
  if (kind === 'day') return cell
  if (kind === 'number' && NUMBER.test(cell)) return cell.replace('.', ',')
  return isConvertedByExcel(cell) ? `\t${cell}` : cell
}

/** Excel shows it as it is; 12 digits become 1.23457E+11. */
const SHORT_INTEGER = /^(?:0|[1-9]\d{0,10})$/
/** Digits of any script, and what separates, signs or counts them, also in the date 2026年1月1日. */
const FIGURES = String.raw`[\p{Nd}\s.,:/\-+()%'’\p{Sc}\p{Pd}−年月日時分秒]*`
/** The languages of most copies of Excel: it knows the names of the months of its own, and MAR1 becomes 1 March. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'pl', 'cs', 'hu', 'ro', 'tr', 'ru']
const CURRENCY = '(?:r\\$?|kr|chf|fr|zł|kč|ft|lei|rp|rm|руб)'
const TRUTH =
  'true|false|wahr|falsch|vrai|faux|verdadeir?o|falso|vero|waar|onwaar|prawda|fałsz|sann?t?|falskt?|usann|sand|tosi|epätosi|igaz|hamis|nepravda|pravda|doğru|yanlış|истина|ложь'
const TRUTH_OR_ERROR = new RegExp(`^(?:${TRUTH}|#n/a|#nv|#[\\p{L}\\d/]+[!?])$`, 'iu')

function isConvertedByExcel(cell: string): boolean {
  if (SHORT_INTEGER.test(cell) || cell.startsWith("'")) return false
  const text = cell.trim()
  // The months cost 25 ms, once.
  convertedPatterns ??= convertedByExcel()
  return TRUTH_OR_ERROR.test(text) || convertedPatterns.some((pattern) => pattern.test(text))
}

let convertedPatterns: readonly RegExp[] | undefined

/** Returns the patterns of what Excel turns into something else when it opens a file. A tab too many does no harm. */
const convertedByExcel = () =>
  [
    `${FIGURES}(?:\\p{Nd}e[+-]?\\p{Nd}+|[\\p{Nd}:]\\s*[ap]\\.?(?:m\\.?)?|${monthPattern()}${FIGURES}|)`,
    `${CURRENCY}\\.?${FIGURES}|${FIGURES}${CURRENCY}\\.?`,
  ].map((pattern) => new RegExp(`^(?=\\P{Nd}*\\p{Nd})(?:${pattern})$`, 'iu'))

/** Returns a pattern of the names of months, by their first three letters, as they are beside a day. */
function monthPattern(): string {
  const starts = new Set(['mrz'])
  for (const language of LANGUAGES)
    for (const month of ['short', 'long'] as const) {
      const format = new Intl.DateTimeFormat(language, { day: 'numeric', month, timeZone: 'UTC' })
      for (let index = 0; index < 12; index += 1) {
        const name = format.formatToParts(Date.UTC(2026, index)).find(({ type }) => type === 'month')?.value ?? ''
        if (/^\p{L}{3}/u.test(name)) starts.add(name.slice(0, 3))
      }
    }
  return `(?:${[...starts].join('|')})\\p{L}{0,8}`
}
