'use client'

import { useTimeZone } from '@/components/time-zone'
import { JumpField } from '@/components/ui/jump-field'
import { typedDay } from '@/lib/domain/time/typed-day'
import { formatNumber } from '@/lib/format/amount'
import { pageNumber } from './search-params'

interface PageJumpsProps {
  /** Null when it is unknown. */
  lastPage: number | null
  onPage: (page: number) => void
  onDay: (day: string, timeZone: string) => void
  /** Shown when the typed text is not a day. */
  onNoDay: () => void
}

/** Jumps to a page by its number, or to the page that contains a day in the displayed zone. */
export function PageJumps({ lastPage, onPage, onDay, onNoDay }: PageJumpsProps) {
  const timeZone = useTimeZone()
  const goToPage = (text: string) => {
    const page = pageNumber(text.replaceAll(/[\s,]/g, ''))
    if (page === null) return 'A page is a whole number from 1'
    if (lastPage !== null && page > lastPage) return `The last page is ${formatNumber(lastPage)}`
    onPage(page)
    return null
  }
  const goToDay = (text: string) => {
    const day = typedDay(text)
    if (day === null) {
      onNoDay()
      return 'A day is written 2026-03-03 or 3 Mar 2026'
    }
    onDay(day, timeZone)
    return null
  }
  return (
    <>
      <JumpField label="Go to page" action="Show page" onJump={goToPage} inputMode="numeric" className="w-16" />
      <JumpField
        label="Go to date"
        action="Show day"
        about={timeZone}
        onJump={goToDay}
        placeholder="YYYY-MM-DD"
        className="w-30"
      />
    </>
  )
}
