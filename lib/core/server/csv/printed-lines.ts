import { formatCount } from '@/lib/money/amount'
import { problemError } from '../problem'
import { NoSlotError, type Slots } from '../slots'

/** A limit of about 500 printed pages. */
export const MAX_PRINTED_LINES = 20_000

/** Returns the sentence about the lines that a printed table lacks; null when it has all of them. */
export const missingLines = (lines: number): string | null =>
  lines <= MAX_PRINTED_LINES
    ? null
    : `Only the first ${formatCount(MAX_PRINTED_LINES, 'line')} of ${formatCount(lines, 'line')} are included.`

/** Makes a document for paper; a few wait for their turn. @throws ProblemError `console_busy` */
export async function withinPrintSlot<Result>(
  slots: Slots,
  make: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  try {
    return await slots.run(make, signal)
  } catch (error) {
    if (!(error instanceof NoSlotError)) throw error
    throw problemError('console_busy', 'The console is preparing other documents for paper. Try again in a minute.')
  }
}
