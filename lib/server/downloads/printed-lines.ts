import { formatCount } from '../../format/amount'

/** A limit of about 500 printed pages. */
export const MAX_PRINTED_LINES = 20_000

/** Returns the sentence about the lines that a printed table lacks; null when it has all of them. */
export const missingLines = (lines: number): string | null =>
  lines <= MAX_PRINTED_LINES
    ? null
    : `Only the first ${formatCount(MAX_PRINTED_LINES, 'line')} of ${formatCount(lines, 'line')} are included.`
