'use client'

import { Button } from '@/components/ui/button'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import { ClosingBalances } from './closing-balances'
import { daySearchLabel } from './day-search-label'
import type { DaySearch } from './use-day-search'

interface DaySearchTextProps {
  search: DaySearch
  order: 'asc' | 'desc'
}

/** The state of a day search in one line. */
export const DaySearchText = ({ search, order }: DaySearchTextProps) => daySearchLabel(search, order)

interface DaySearchLineProps extends DaySearchTextProps {
  externalId: string
  onStop: () => void
}

/** The balance at the end of the day, and the progress or the result of the search for its page. */
export function DaySearchLine({ externalId, search, order, onStop }: DaySearchLineProps) {
  const focusReturn = useFocusReturn()
  return (
    <div {...focusReturn} className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2 tabular-nums">
      <ClosingBalances externalId={externalId} day={search.day} />
      <span>{daySearchLabel(search, order)}</span>
      {search.state === 'running' && (
        <Button small onClick={onStop}>
          Stop looking
        </Button>
      )}
    </div>
  )
}
