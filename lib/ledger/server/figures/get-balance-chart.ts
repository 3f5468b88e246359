import { Big } from 'big.js'
import { scaleLinear, scaleUtc } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import { sql } from 'drizzle-orm'
import {
  type BalanceChart,
  CHART_HEIGHT,
  CHART_WIDTH,
  type ChartPoint,
  type PoolChart,
  type Upcoming,
  CHART_RANGES,
} from '../../whole-ledger'
import type { Session } from '@/database/on-connection'
import { balancesBetween, type DayBalanced, monthsOf } from '../../day-series'
import { NOTHING_UPCOMING } from '../../upcoming'
import { formatQuantity } from '@/lib/money/amount'
import { formatDate } from '@/lib/time/instant'
import { ledgerSums } from '@/lib/store/ledger-schema'
import { ageOf, NO_AGE } from '../read/get-ledger-read'
import type { LedgerReadRow } from '../read/stored-reads'
import { KIND_OF_TYPE, plain, type PoolSeries, selectSeries, untilOf, withLedgerRead } from './stored-sums'
import { balancePath } from '@/lib/core/paths'
import { CustomerInput } from '@/lib/core/server/input'
import { z } from 'zod'
import { operation } from '@/lib/core/server/operation'

const DAY_MS = 86_400_000
/** More days are shown by month. */
const MAX_DAYS = 400
const MAX_CHARTS = 12
const NEVER_READ: BalanceChart = { from: null, to: null, isByMonth: false, charts: [], morePools: 0, ...NO_AGE }

/** Returns the balances of a customer's pools over time, drawn as step lines (gaps.md, Transaction sign and balance). */
export const getBalanceChart = operation('getBalanceChart', {
  input: CustomerInput.extend({
    range: z.enum(CHART_RANGES).describe('The days up to the last read of the ledger').default('90d'),
  }),
  describe: 'The balance of the first twelve pools after each day with entries; by month for more than 400 days.',
  tool: { page: ({ externalId = '', ...range }) => balancePath(externalId, range), from: 'ledger' },
  async run(context, { externalId, range }): Promise<BalanceChart> {
    const read = await withLedgerRead(context, externalId, async (db, row) => ({
      row,
      pools: await selectSeries(db, row),
      upcoming: await selectUpcoming(db, row),
    }))
    const asOf = read?.row.asOf
    if (!read || !asOf) return NEVER_READ
    const { row, pools, upcoming } = read
    const days = pools.flatMap(({ series }) => series.map(({ day }) => day)).toSorted()
    const [first, last] = [days[0], days.at(-1)]
    if (first === undefined || last === undefined) return { ...NEVER_READ, ...ageOf(row) }
    const today = asOf.slice(0, 10)
    // What was not read yet may have changed the balance after the last entry.
    const wanted = daysOf(range, first, row.completedAt === null ? last : today)
    const isByMonth = daysBetween(wanted.from, wanted.to) > MAX_DAYS
    const from = isByMonth ? `${wanted.from.slice(0, 7)}-01` : wanted.from
    const { to } = wanted
    return {
      from,
      to,
      isByMonth,
      charts: pools.slice(0, MAX_CHARTS).map((pool) => ({
        ...draw(pool, { from, to, isByMonth, isComplete: row.completedAt !== null }),
        upcoming: upcoming.get(pool.pool.key) ?? NOTHING_UPCOMING,
      })),
      morePools: Math.max(0, pools.length - MAX_CHARTS),
      ...ageOf(row),
    }
  },
})

/** Returns what is dated after the read, by pool. */
async function selectUpcoming(db: Session, read: LedgerReadRow): Promise<Map<string, Upcoming>> {
  const { rows } = await db.execute<Upcoming & { pool: string } & Record<string, unknown>>(sql`
    with later as (
      select pool, day, ${KIND_OF_TYPE} = 'expired' as is_expiring, abs(sum(amount)) as amount, sum(entries) as entries
      from ${ledgerSums} where read_id = ${read.id} and day <> '' and first_at > ${untilOf(read)} group by 1, 2, 3)
    select pool, coalesce(sum(entries) filter (where not is_expiring), 0)::integer as others,
      coalesce(jsonb_agg(jsonb_build_object('day', day, 'amount', ${plain(sql`amount`)}) order by day) filter (where is_expiring), '[]') as expiring
    from later group by pool`)
  return new Map(rows.map(({ pool, ...upcoming }) => [pool, upcoming]))
}

interface Shown {
  from: string
  to: string
  isByMonth: boolean
  isComplete: boolean
}

function daysOf(range: (typeof CHART_RANGES)[number], first: string, last: string) {
  if (range === 'all') return { from: first, to: last }
  const days = range === '30d' ? 30 : range === '12m' ? 365 : 90
  return { from: dayOf(utc(last) - (days - 1) * DAY_MS), to: last }
}

const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const daysBetween = (from: string, to: string): number => (utc(to) - utc(from)) / DAY_MS + 1

function draw(
  { pool, basis, gaps, series }: PoolSeries,
  { from, to, isByMonth, isComplete }: Shown,
): Omit<PoolChart, 'upcoming'> {
  const nothing = {
    pool,
    basis,
    gaps,
    line: '',
    area: '',
    points: [],
    ticks: [],
    days: [],
    balance: null,
    largestDrop: null,
  }
  if (basis === 'unsigned') return nothing
  const { opening, closing } = balancesBetween(series, from, to)
  const inRange = series.filter(({ day }) => day >= from && day <= to)
  const shown = isByMonth ? monthsOf(inRange) : inRange
  const balances = [opening, closing, ...shown.map(({ balance }) => balance)].map(Number)
  const x = scaleUtc([utc(from), utc(to) + DAY_MS], [0, CHART_WIDTH])
  const y = scaleLinear([Math.min(0, ...balances), Math.max(1e-9, ...balances)], [CHART_HEIGHT, 0]).nice(4)
  const steps: [number, number][] = [
    [x(utc(from)), y(Number(opening))],
    ...shown.map(({ day, balance }): [number, number] => [x(Math.max(utc(from), utc(day))), y(Number(balance))]),
    [CHART_WIDTH, y(Number(closing))],
  ]
  return {
    ...nothing,
    line: line().curve(curveStepAfter).digits(1)(steps) ?? '',
    area: area().curve(curveStepAfter).y0(y(0)).digits(1)(steps) ?? '',
    points: shown.map((day) => pointOf(day, { x: x(Math.max(utc(from), utc(day.day))), y: y(Number(day.balance)) })),
    ticks: y.ticks(3).map((tick) => ({ y: y(tick), label: formatQuantity(new Big(tick).toFixed()) })),
    days: x.ticks(4).map((tick) => ({ x: x(tick), label: formatDate(tick.toISOString(), 'UTC') })),
    balance: closing,
    largestDrop: isComplete && gaps === 0 ? largestDropOf(shown) : null,
  }
}

const pointOf = (
  { day, before, balance, entries, added, expired }: DayBalanced,
  at: { x: number; y: number },
): ChartPoint => ({
  day,
  balance,
  change: new Big(balance).minus(before).toFixed(),
  entries,
  added: added === '0' ? null : added,
  expired: expired === '0' ? null : expired,
  x: Math.round(at.x * 10) / 10,
  y: Math.round(at.y * 10) / 10,
})

/** Returns the first day or month in which the balance fell the most; null when it never fell. */
function largestDropOf(shown: readonly DayBalanced[]): PoolChart['largestDrop'] {
  const falls = shown.map(({ day, before, balance }) => ({ day, by: new Big(before).minus(balance) }))
  const [largest] = falls.toSorted((one, other) => other.by.cmp(one.by))
  return largest?.by.gt(0) === true ? { day: largest.day, by: largest.by.toFixed() } : null
}
