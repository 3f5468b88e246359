import type { Unreadable } from '@/contract/console/reading'
import { visibleLines } from '@/contract/visible-text'
import { isUnreadable } from '../../format/unreadable'

/** What a spreadsheet takes for the beginning of a formula, in its full-width and small forms too, whatever unseen stands before it. */
const FORMULA = /^[\s\p{Z}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]/u
/**
 * Its beginning in a cell of its own. RFC 4180 keeps a quoted line break in its cell, but a spreadsheet that separates by
 * `;` sees no quote at the beginning of one: there `;` and a line break both begin a cell. A tab is an escape by then.
 */
const FORMULA_BEHIND = /([;\n](?:(?!\n)[\s\p{Z}\p{Cf}"])*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B])/gu
const NUMBER = /^-?\d+(\.\d+)?(e-?\d+)?$/

/**
 * A value that came from outside as the text of a cell: never a formula, and what would not be seen, or would reorder what
 * is, stands as an escape. Empty where nothing was sent.
 */
export function textCell(value: string | boolean | Unreadable | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = visibleLines(isUnreadable(value) ? `Unreadable: ${value.unreadable}` : value)
  const guarded = text.replaceAll(FORMULA_BEHIND, "$1'")
  return FORMULA.test(text) ? `'${guarded}` : guarded
}

/**
 * An exact number as a cell, with every digit. csv-stringify's own guard would put an apostrophe before a negative one, as
 * it is a string; here only what is no plain number is guarded as text.
 */
export function numberCell(value: string | Unreadable | null | undefined): string {
  return typeof value === 'string' && NUMBER.test(value) ? value : textCell(value)
}

/** An ID that is sent twice, beside its object and in it, as one cell. It holds both only when they differ. */
export function idCell(
  id: string | Unreadable | null | undefined,
  nested: string | Unreadable | null | undefined,
): string {
  const [own, other] = [textCell(id), textCell(nested)]
  if (own === '' || other === '' || own === other) return own || other
  return `${own} (its object says: ${other})`
}
