import { createLoader, parseAsStringLiteral } from 'nuqs/server'
import { CHART_RANGES } from '@/lib/ledger/whole-ledger'
import { DAY, parseAsForm, parseAsPool } from '@/components/lists/parse-filter-text'

export const balanceSearchParams = {
  /** The days of the chart. */
  range: parseAsStringLiteral(CHART_RANGES).withDefault('90d'),
  /** The days of the change to explain. */
  explain: parseAsForm(`${DAY}\\.\\.${DAY}`),
  /** The key of the pool that is shown; by default the first. */
  pool: parseAsPool,
  /** What is shown below the chart. */
  show: parseAsStringLiteral(['explain', 'months', 'blocks']).withDefault('explain'),
}

/** Parses the URL on the server exactly as the browser does. */
export const loadBalanceSearch = createLoader(balanceSearchParams)
