import { formatDate } from '@/lib/format/instant'
import { formatNumber } from '@/lib/format/amount'
import type { DaySearch } from './use-day-search'

const FAILURES = {
  empty: 'this ledger has no transactions.',
  unordered: 'the transactions are not sorted by creation time, or have none.',
  gaveUp: 'the billing API’s pages do not lead to it.',
  moved: 'transactions were deleted during the search. Search again.',
} as const

/** Formats a calendar day, whatever the zone: `3 Mar 2026`. */
const formatDay = (day: string) => formatDate(`${day}T00:00:00Z`, 'UTC')

/**
 * Describes a day search in one line; names the day in the zone of the search, even if the page now shows another zone.
 */
export function daySearchLabel(search: DaySearch, order: 'asc' | 'desc'): string {
  const day = `${formatDay(search.day)} (${search.timeZone})`
  const [next, last] = order === 'asc' ? ['newer', 'before'] : ['older', 'after']
  switch (search.state) {
    case 'running':
      return `Looking for ${day}: ${search.reads} of at most ${search.atMost} pages read`
    case 'failed':
      return `${day} was not found: ${typeof search.why === 'string' ? FAILURES[search.why] : search.why.problem}`
    case 'found':
      if (search.kind === 'day') return `${day} starts on page ${formatNumber(search.page)}.`
      if (search.kind === 'none') return `No transactions on ${day}. The next ${next} ones are on this page.`
      return `All transactions are ${last} ${day}. This is the last page.`
  }
}
