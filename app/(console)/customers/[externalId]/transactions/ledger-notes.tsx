import { CalendarSearch, TriangleAlert } from 'lucide-react'
import { formatCount } from '@/lib/format/amount'
import { daySearchWords } from './day-search-words'
import type { DaySearch } from './use-day-search'

interface LedgerNotesProps {
  /** Balances of this page that do not follow. */
  breaks: number
  /** The day that was looked for and found. */
  dayFound: DaySearch | null
  order: 'asc' | 'desc'
}

/** What is to be known of the rows below: breaks in their balances, and the day that was looked for. */
export function LedgerNotes({ breaks, dayFound, order }: LedgerNotesProps) {
  return (
    <>
      {breaks > 0 && (
        <p className="text-yellow flex items-center gap-1.5 text-xs font-medium">
          <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
          {formatCount(
            breaks,
            'balance on this page does not follow from what came before it',
            'balances on this page do not follow from what came before them',
          )}
        </p>
      )}
      {/* Where the bar below stays in sight it stands there. */}
      {dayFound !== null && (
        <p className="flex items-center gap-1.5 text-xs [@media(min-width:40rem)_and_(min-height:36rem)]:hidden">
          <CalendarSearch aria-hidden="true" className="text-accent size-3.5 shrink-0" />
          {daySearchWords(dayFound, order)}
        </p>
      )}
    </>
  )
}
