import type { Read } from '@/contract/console/view-of'
import { visibleLines } from '@/contract/visible-text'
import { isUnreadable, unreadableText } from '../../format/unreadable'

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
export function textCell(value: Read<string | boolean> | null): string {
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
export function numberCell(value: Read<string> | null): string {
  return typeof value === 'string' && NUMBER.test(value) ? value : textCell(value)
}

/**
 * Returns an ID that is sent both beside its object and inside it as one cell, which holds both only when they differ.
 */
export function idCell(id: Read<string> | null, nested: Read<string> | null): string {
  const [own, other] = [textCell(id), textCell(nested)]
  if (own === '' || other === '' || own === other) return own || other
  return `${own} (also sent: ${other})`
}
