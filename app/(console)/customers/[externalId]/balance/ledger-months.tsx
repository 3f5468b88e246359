import { PART_KIND_LABELS } from '@/lib/ledger/ledger-labels'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { CsvDownload } from '@/components/lists/csv-download'
import { Money } from '@/components/money/money'
import { AmountMoved } from '@/components/money/signed-amount'
import { TransactionType } from '@/components/ledger/transaction-type'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Menu, MenuItem } from '@/components/ui/menu'
import { MoreButton } from '@/components/ui/menu-button'
import { OwnText } from '@/components/text/own-text'
import type { LedgerMonth, LedgerMonths as Months, LedgerPool } from '@/lib/ledger/whole-ledger'
import { readAddress } from '@/lib/core/operation-address'
import { formatCount, formatNumber, shortName } from '@/lib/money/amount'
import { formatMonth } from '@/lib/time/instant'
import { isMonthOver, soFarLabel } from '@/lib/ledger/ledger-verdict'
import { printMonthsPath } from '@/lib/core/paths'
import { operationQuery } from '@/lib/api'
import { kindsWithAmounts, PoolAmount, rowsOfPool, SharedUnit } from '@/components/customers/pool-unit'
import { QuerySection } from '@/components/page/query-section'

const FIRST_SHOWN = 6

/** The sums of each month of a pool, the newest first, with the downloads of all pools. */
export function LedgerMonths({ externalId, pool }: { externalId: string; pool: LedgerPool }) {
  const read = useQuery(operationQuery('listLedgerMonths', { externalId }))
  const soFar = read.data?.soFar ?? null
  const hasMonths = read.data !== undefined && read.data.months.length > 0
  return (
    <QuerySection
      title="Months"
      query={read}
      emptyText={({ months, asOf }) =>
        months.length > 0
          ? null
          : asOf === null
            ? 'The months appear once the whole ledger is read.'
            : 'No transactions'
      }
      aside={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="text-muted text-xs">
            {soFar && <span className="text-yellow">{soFarLabel(soFar)} · </span>}
            <SharedUnit pool={pool} />
            Not revenue
          </span>
          {hasMonths && soFar === null && <Downloads externalId={externalId} />}
        </div>
      }
    >
      {(found) => <MonthsTable {...found} months={rowsOfPool(found.months, pool)} />}
    </QuerySection>
  )
}

const Downloads = ({ externalId }: { externalId: string }) => (
  <div className="no-print flex flex-wrap gap-2">
    <CsvDownload
      label="Download CSV"
      title="Every month and break of this ledger, newest month first"
      addressOf={(form) => readAddress('exportLedgerMonths', { externalId, form })}
    />
    <MoreButton small>
      <Menu label="More">
        <MenuItem
          label="Print months"
          description="Every month and break of this ledger"
          href={printMonthsPath(externalId)}
          isFile
        />
      </Menu>
    </MoreButton>
  </div>
)

/** Each row unfolds to its types and billables. Where the columns do not fit, each row is a card. */
function MonthsTable({ months, older, asOf }: Pick<Months, 'months' | 'older' | 'asOf'>) {
  const columns = useMemo(() => columnsOf(months, asOf), [months, asOf])
  return (
    <>
      <DataTable
        caption="Months"
        look="cards"
        columns={columns}
        rows={months}
        keyOf={({ month }) => month}
        details={(month) => <MonthDetails month={month} />}
        first={FIRST_SHOWN}
        moreLabel={(left) => formatCount(left, 'more row')}
      />
      <Notes months={months} older={older} />
    </>
  )
}

function columnsOf(months: readonly LedgerMonth[], asOf: string | null): Column<LedgerMonth>[] {
  return [
    {
      header: 'Month',
      width: '5.5rem',
      show: ({ month }) => (
        <>
          {formatMonth(month)}
          {!isMonthOver(month, asOf) && <small>Not over yet</small>}
        </>
      ),
    },
    { header: 'Opening', isFigure: true, show: ({ opening }) => <PoolAmount amount={opening} /> },
    ...kindsWithAmounts(months).map((kind): Column<LedgerMonth> => ({
      header: PART_KIND_LABELS[kind],
      isFigure: true,
      show: ({ parts, basis }) => <Part amount={parts[kind]} basis={basis} />,
    })),
    {
      header: 'Closing',
      isFigure: true,
      show: ({ closing, unexplained }) => (
        <>
          <PoolAmount amount={closing} />
          {unexplained !== '0' && (
            <div
              title="The stored balances moved by more than the amounts of the transactions"
              className="text-red text-xs"
            >
              <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5 align-[-0.125em]" />
              <AmountMoved amount={unexplained} /> not explained
            </div>
          )}
        </>
      ),
    },
    { header: 'Transactions', width: '6.25rem', isFigure: true, show: ({ entries }) => formatNumber(entries) },
  ]
}

/** A sum with its sign; without a plus where a positive amount may be a deduction. */
function Part({ amount, basis }: { amount: string; basis: LedgerMonth['basis'] }) {
  const isNothing = !/[1-9]/.test(amount)
  const shown = basis === 'unsigned' ? <Money amount={amount} /> : <AmountMoved amount={amount} />
  return isNothing ? <span className="text-muted">{shown}</span> : shown
}

const detailColumns = (basis: LedgerMonth['basis']): Column<LedgerMonth['details'][number]>[] => [
  {
    header: 'Type and billable',
    show: ({ kind, type, billableName }) => (
      <>
        {type === null ? 'Type not sent' : <TransactionType type={type} />}
        {billableName !== null && (
          <>
            {' · '}
            <OwnText text={shortName(billableName)} />
          </>
        )}
        <small>{PART_KIND_LABELS[kind]}</small>
      </>
    ),
  },
  { header: 'Amount', isFigure: true, show: ({ amount }) => <Part amount={amount} basis={basis} /> },
  { header: 'Transactions', isFigure: true, show: ({ entries }) => formatNumber(entries) },
]

const MonthDetails = ({ month: { month, basis, details } }: { month: LedgerMonth }) => (
  <DataTable
    caption={`Types and billables of ${formatMonth(month)}`}
    look="inner"
    columns={detailColumns(basis)}
    rows={details}
    keyOf={(_, index) => index}
  />
)

function Notes({ months, older }: Pick<Months, 'months' | 'older'>) {
  const isSum = months.some(({ basis }) => basis === 'amounts')
  return (
    <div className="text-muted border-t px-4 py-2 text-xs empty:hidden">
      {older > 0 && <p>and {formatCount(older, 'older row')}: in the CSV</p>}
      {isSum && <p>The API sends no balances that can be used: Opening and Closing are sums of amounts.</p>}
    </div>
  )
}
