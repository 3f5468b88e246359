import type { ConsoleInput } from '@/contract/console/operations'
import { readOperation } from '@/lib/browser/operation'
import { pageOfDay, readsAtMost } from '@/lib/domain/ledger/page-of-day'
import { zonedDay } from '@/lib/domain/time/zoned-day'
import { ProblemError } from '@/contract/console/problem-error'
import { isRefusal } from '@/lib/domain/change/refusal'

interface DayToFind {
  /** `2026-03-03`, a day in the zone. */
  day: string
  timeZone: string
  /** Null when it is unknown. */
  lastPage: number | null
  signal: AbortSignal
  onRead: (reads: number, atMost: number) => void
}

/**
 * Finds the page of a ledger that contains a day, by reading some of its pages.
 * @throws ProblemError as `listTransactions`; the signal's reason
 */
export async function findPageOfDay(
  input: ConsoleInput<'listTransactions'>,
  { day, timeZone, lastPage, signal, onRead }: DayToFind,
) {
  const span = zonedDay(day, timeZone)
  const atMost = readsAtMost(lastPage)
  onRead(0, atMost)
  const found = await pageOfDay({
    readPage: (page) => pageOrPastEnd(page, readOperation('listTransactions', { ...input, page }, signal)),
    order: input.order,
    day: span,
    lastPage,
    onRead: (reads) => onRead(reads, atMost),
  })
  signal.throwIfAborted()
  return { found, span }
}

/**
 * Returns the page, or null when it is past the end. Some APIs refuse such a page instead of sending an empty one, so a
 * refusal of any page but the first counts as past the end.
 * @throws any other rejection of `reading`
 */
export async function pageOrPastEnd<Page>(page: number, reading: Promise<Page>): Promise<Page | null> {
  try {
    return await reading
  } catch (error) {
    if (page > 1 && error instanceof ProblemError && isRefusal(error.problem)) return null
    throw error
  }
}
