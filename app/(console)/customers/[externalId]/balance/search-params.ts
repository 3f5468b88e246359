import { createLoader, parseAsString, parseAsStringLiteral } from 'nuqs/server'
import { CHART_RANGES } from '@/lib/ledger/whole-ledger'
import { DAY, parseAsForm } from '@/components/lists/parse-filter-text'

const DAYS = `${DAY}\\.\\.${DAY}`

export const balanceSearchParams = {
  /** The days of the chart: a preset, or the first and the last day. */
  range: parseAsForm(`${CHART_RANGES.join('|')}|${DAYS}`).withDefault('90d'),
  /** The days of the change to explain. */
  explain: parseAsForm(DAYS),
  /** The key of the pool that is shown; by default the first. */
  pool: parseAsString,
  /** What is shown below the chart. */
  show: parseAsStringLiteral(['explain', 'months', 'blocks']).withDefault('explain'),
}

/** Parses the URL on the server exactly as the browser does. */
export const loadBalanceSearch = createLoader(balanceSearchParams)
