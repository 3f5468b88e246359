'use client'

import { Big } from 'big.js'
import { useMemo, useState } from 'react'
import { CsvDownload } from '@/components/csv-download'
import { Money } from '@/components/money'
import { type Column, DataTable } from '@/components/ui/data-table'
import { VisibleMarks } from '@/components/visible-marks'
import {
  type CheckMonths as Months,
  type CurrencyMonth,
  LEFT_OUT,
  type LeftOut,
  type PlanMonth,
} from '@/contract/console/check-months'
import { readAddress } from '@/contract/console/operation-address'
import { formatCount, formatNumber } from '@/lib/format/amount'
import { formatMonth } from '@/lib/format/instant'
import { AMOUNT_KIND_NAMES } from '@/lib/format/labels'
import { Bar, TOTAL_LOOK } from '../../_waterfall/waterfall'

/** The amounts of each month, and of the plans in one of them. */
export function MonthTables({ months, checkId }: { months: Months; checkId: string }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = months.months.find((each) => keyOf(each) === chosen) ?? latestInvoiced(months.months)
  const shownKey = shown && keyOf(shown)
  const columns = useMemo(() => monthColumns(months.months, shownKey, setChosen), [months.months, shownKey])
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <p className="max-w-prose text-sm">
          Estimate from invoices seen: {formatCount(months.invoices, 'invoice')}
          {leftOutLabel(months) && <span className="text-muted"> ({leftOutLabel(months)})</span>}
        </p>
        {months.invoices > 0 && (
          <CsvDownload
            label="Download CSV"
            title="The amounts of every plan, price and month"
            addressOf={(form) => readAddress('exportCheckMonths', { checkId, form })}
          />
        )}
      </div>
      {shown && (
        <>
          <DataTable
            caption="Months"
            isCaptionShown
            look="inner"
            className={FLUSH}
            columns={columns}
            rows={months.months}
            keyOf={keyOf}
            first={12}
          />
          <DataTable
            caption={`By plan, ${monthName(shown)}`}
            isCaptionShown
            look="inner"
            className={FLUSH}
            columns={PLAN_COLUMNS}
            rows={planRows(months, shown)}
            keyOf={(_, nth) => nth}
          />
          {months.more > 0 && (
            <p className="text-yellow text-sm">
              {formatCount(months.more, 'further row is', 'further rows are')} only in the CSV.
            </p>
          )}
          <div className="text-muted max-w-prose text-xs">
            Each line is spread over the days of its period. Earned: the part of the month’s days. Deferred: the part of
            later days, of invoices issued up to the end of the month. Parts are rounded down to the smallest unit; the
            units that are left go to the months with the largest remainders, so all months add up to the invoices:{' '}
            <Totals totals={months.totals} />. Lines without a period count in the month of issue.
          </div>
        </>
      )}
    </div>
  )
}

const Totals = ({ totals }: Pick<Months, 'totals'>) =>
  totals.map(({ currency, total }, nth) => (
    <span key={currency}>
      {nth > 0 && ' + '}
      <Money amount={total} currency={currency} />
    </span>
  ))

const LEFT_OUT_WORDS: Record<LeftOut, string> = {
  notCharged: 'not charged, by their status',
  noLines: 'without lines',
  unreadable: 'with an unreadable total',
  minorUnits: 'in minor units',
  noCurrency: 'of unknown currency',
}

/** Returns "left out: 2 not charged, by their status, 1 not found or not read"; empty when all are in the sums. */
function leftOutLabel({ leftOut, unread }: Months): string {
  const parts = LEFT_OUT.flatMap((why) =>
    leftOut[why] === 0 ? [] : `${formatNumber(leftOut[why])} ${LEFT_OUT_WORDS[why]}`,
  )
  if (unread > 0) parts.push(`${formatNumber(unread)} not found or not read`)
  return parts.length === 0 ? '' : `left out: ${parts.join('; ')}`
}

const keyOf = ({ currency, month }: Pick<CurrencyMonth, 'currency' | 'month'>) => JSON.stringify([currency, month])
const monthName = ({ month }: Pick<CurrencyMonth, 'month'>) => (month === null ? 'No month' : formatMonth(month))

/** Returns the last month in which something was invoiced: the one to close. */
const latestInvoiced = (months: readonly CurrencyMonth[]) =>
  months.findLast(({ month, invoiced }) => month !== null && /[1-9]/.test(invoiced)) ?? months[0]

/** Aligns a table with its caption. */
const FLUSH = '[&_:is(th,td):first-child]:pl-0! [&_:is(th,td):last-child]:pr-0!'

const amountColumn = <Row extends CurrencyMonth>(
  header: string,
  amountOf: (row: Row) => string,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({
  header,
  isFigure: true,
  ...more,
  show: (row) => <Money amount={amountOf(row)} currency={row.currency} />,
})

function monthColumns(
  months: readonly CurrencyMonth[],
  shown: string | undefined,
  onChoose: (key: string) => void,
): Column<CurrencyMonth>[] {
  const barOf = barsOf(months)
  return [
    {
      header: 'Month, UTC',
      isRowHeader: true,
      show: (row) => (
        <button
          type="button"
          aria-pressed={keyOf(row) === shown}
          onClick={() => onChoose(keyOf(row))}
          className="text-accent text-left whitespace-nowrap hover:underline aria-pressed:font-semibold"
        >
          {monthName(row)}
        </button>
      ),
    },
    {
      header: 'Bar',
      hasNoHeader: true,
      isWide: '47rem',
      width: '22%',
      show: (row) => <Bar bar={barOf(row)} look={TOTAL_LOOK} className="print:w-48" />,
    },
    amountColumn('Invoiced', ({ invoiced }) => invoiced, { isWide: true }),
    amountColumn('Earned', ({ earned }) => earned),
    amountColumn('Deferred', ({ deferred }) => deferred),
  ]
}

/** Returns the bars of the earned amounts, in percent of the largest of their currency. */
function barsOf(months: readonly CurrencyMonth[]) {
  const largest = new Map<string, Big>()
  for (const { currency, earned } of months) {
    const size = new Big(earned).abs()
    if (size.gt(largest.get(currency) ?? 0)) largest.set(currency, size)
  }
  return ({ currency, earned }: CurrencyMonth) => {
    const whole = largest.get(currency)
    return { left: 0, width: whole ? new Big(earned).abs().times(100).div(whole).toNumber() : 0 }
  }
}

/** A row of a price, of the sum of a plan's prices, or of the whole month. */
type PlanRow = CurrencyMonth &
  ({ of: 'price'; price: PlanMonth; isAlone: boolean } | { of: 'plan'; plan: string | null } | { of: 'all' })

/** Returns the prices of a month below the sum of their plan, and the sum of the month; a plan with one price is one row. */
function planRows({ rows, more }: Months, shown: CurrencyMonth): PlanRow[] {
  const plans = new Map<string | null, PlanMonth[]>()
  for (const row of rows.filter((each) => keyOf(each) === keyOf(shown))) {
    const ofPlan = plans.get(row.plan)
    if (ofPlan) ofPlan.push(row)
    else plans.set(row.plan, [row])
  }
  const ofPlans = [...plans].flatMap(([plan, prices]): PlanRow[] => {
    const isAlone = prices.length === 1
    const below = prices.map((price): PlanRow => ({ ...price, of: 'price', price, isAlone }))
    return isAlone ? below : [{ ...sumOf(prices, shown), of: 'plan', plan }, ...below]
  })
  // With rows missing here, sums of the others would be wrong.
  return more > 0 ? ofPlans.filter(({ of }) => of === 'price') : [...ofPlans, { ...shown, of: 'all' }]
}

function sumOf(prices: readonly PlanMonth[], { currency, month }: CurrencyMonth): CurrencyMonth {
  const sum = (amountOf: (price: PlanMonth) => string) =>
    prices.reduce((total, price) => total.plus(amountOf(price)), new Big(0)).toFixed()
  return {
    currency,
    month,
    invoiced: sum(({ invoiced }) => invoiced),
    earned: sum(({ earned }) => earned),
    deferred: sum(({ deferred }) => deferred),
  }
}

const PLAN_COLUMNS: Column<PlanRow>[] = [
  {
    header: 'Plan and price',
    isRowHeader: true,
    // Breaks the longest names and IDs, so that the amounts stay in view at 360 px.
    show: (row) => <div className="min-w-18 wrap-anywhere">{planRowName(row)}</div>,
  },
  amountColumn('Invoiced', ({ invoiced }) => invoiced, { isWide: true }),
  amountColumn('Earned', ({ earned }) => earned),
  amountColumn('Deferred', ({ deferred }) => deferred),
]

function planRowName(row: PlanRow) {
  if (row.of !== 'price') return <strong>{row.of === 'all' ? 'All plans' : <PlanName plan={row.plan} />}</strong>
  if (!row.isAlone) return <div className="pl-4">{priceName(row.price)}</div>
  return (
    <>
      <PlanName plan={row.price.plan} />
      <small className="whitespace-normal">{priceName(row.price)}</small>
    </>
  )
}

const PlanName = ({ plan }: Pick<PlanMonth, 'plan'>) =>
  plan === null ? <span className="text-muted">Plan not known</span> : <VisibleMarks>{plan}</VisibleMarks>

/** Returns the name of a price with its ID, because prices of one plan often have the same name. */
function priceName({ kind, name, priceId }: PlanMonth) {
  if (kind !== 'price') return AMOUNT_KIND_NAMES[kind]
  return (
    <>
      <VisibleMarks>{name ?? priceId ?? AMOUNT_KIND_NAMES.price}</VisibleMarks>
      {name !== null && priceId !== null && (
        <small className="whitespace-normal">
          <VisibleMarks>{priceId}</VisibleMarks>
        </small>
      )}
    </>
  )
}
