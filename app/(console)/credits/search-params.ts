import type { InputOf } from '@/lib/api'
import { createLoader, type inferParserType } from 'nuqs/server'
import { DAY, parseAsForm, parseAsPool } from '@/components/lists/parse-filter-text'
import { PRICE } from '@/lib/ledger/credits'

export const creditsSearchParams = {
  day: parseAsForm(DAY),
  pool: parseAsPool,
  price: parseAsForm(PRICE),
}

export const loadCreditsSearch = createLoader(creditsSearchParams)

/** Returns the last UTC day of the month before. */
export const lastDayOfMonthBefore = (now: Date) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0)).toISOString().slice(0, 10)

/** True when a UTC day is over. */
export const isOver = (day: string) => day < new Date().toISOString().slice(0, 10)

/** Converts the URL parameters to a query. @param defaultDay the UTC day without one in the URL, or with one that is not over */
export const creditsInput = (
  { day, pool, price }: inferParserType<typeof creditsSearchParams>,
  defaultDay: string,
): InputOf<'listCredits'> => ({
  day: day !== null && isOver(day) ? day : defaultDay,
  pool: pool ?? undefined,
  price: price ?? undefined,
})
