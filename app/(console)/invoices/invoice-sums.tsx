import { type InputOf, operationQuery } from '@/lib/api'
import { useQuery } from '@tanstack/react-query'
import { Instant } from '@/components/time/instant'
import { Money } from '@/components/money/money'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyCell } from '@/components/ui/empty-cell'
import { Skeleton } from '@/components/ui/skeleton'
import { QueryProblem } from '@/components/page/query-problem'
import type { Age, InvoiceSums as Sums } from '@/lib/objects/indexed-objects'
import type { ChainSums, InvoiceChainSum, InvoiceSum } from '@/lib/invoices/invoice-chain'
import { LISTS } from '@/lib/objects/lists'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { CHAIN_NAMES, CHARGED_NAMES, gapsOfSums } from '@/lib/invoices/total-labels'
import { sumStatusLabel } from '@/lib/objects/status-names'
import { UNKNOWN } from '@/lib/billing-api/unreadable'

const AGE_NAMES: Record<Age, string> = LISTS.invoices.filters.due.choices

interface InvoiceSumsProps {
  input: InputOf<'sumInvoices'>
  isFiltered: boolean
  /** Shows the invoices of an age. */
  onAge: (age: Age) => void
}

/** The sums of all invoices that match the filters, by status, and what is owed by age. */
export function InvoiceSums({ input, isFiltered, onAge }: InvoiceSumsProps) {
  const query = useQuery(operationQuery('sumInvoices', input))
  const { data } = query
  return (
    <>
      <QueryProblem query={query} />
      {query.isPending && <Skeleton className="h-24" />}
      {data && <SumTables sums={data} isFiltered={isFiltered} onAge={onAge} />}
    </>
  )
}

interface SumTablesProps extends Omit<InvoiceSumsProps, 'input'> {
  sums: Sums
}

/** The sums that were read, and of which invoices they are. */
export function SumTables({ sums: { chains, byStatus, owed, oldest }, isFiltered, onAge }: SumTablesProps) {
  const count = byStatus.reduce((total, sum) => total + sum.count, 0)
  return (
    <>
      {count === 0 ? (
        <p className="text-muted text-sm">No invoice matches.</p>
      ) : (
        <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-2">
          <div className="lg:col-span-2">
            <DataTable
              caption="From lines to due"
              isCaptionShown
              look="stack"
              className={`${FLUSH} [&>caption]:text-left [&>caption]:text-xs`}
              columns={CHAIN_COLUMNS}
              rows={chains}
              keyOf={(_, nth) => nth}
            />
          </div>
          <DataTable
            caption="By status"
            isCaptionShown
            look="inner"
            className={FLUSH}
            columns={STATUS_COLUMNS}
            rows={byStatus}
            keyOf={(_, nth) => nth}
          />
          {owed.length > 0 ? (
            <DataTable
              caption="Due, by age"
              isCaptionShown
              look="inner"
              className={FLUSH}
              columns={ageColumns(onAge)}
              rows={owed}
              keyOf={(_, nth) => nth}
            />
          ) : (
            <p className="text-sm">Owed: none of these invoices.</p>
          )}
        </div>
      )}
      <p className="text-muted mt-3 text-xs">
        Of {formatCount(count, isFiltered ? 'matching invoice' : 'invoice')} known to this console
        {oldest !== null && (
          <>
            , the oldest read <Instant iso={oldest} dense />
          </>
        )}
        . Each sum of an invoice is rounded to the smallest unit of its currency first.
      </p>
    </>
  )
}

/** Aligns a table with its caption, and leaves room for large sums on a phone. */
const FLUSH = '[&_:is(th,td):first-child]:pl-0! [&_:is(th,td):last-child]:pr-0!'

const COUNT_COLUMN: Column<InvoiceSum> = {
  header: 'Invoices',
  isFigure: true,
  show: ({ count }) => formatNumber(count),
}

interface SumCellProps extends Pick<InvoiceSum, 'currency'> {
  amount: string | null | undefined
  gaps?: readonly string[]
}

/** A sum, and what it lacks. Amounts of unknown currencies are no sum. */
function SumCell({ amount, currency, gaps = [] }: SumCellProps) {
  if (currency === null) return <span className="text-muted">Currency unknown</span>
  return (
    <>
      <Money amount={amount} currency={currency} missing={UNKNOWN} />
      {gaps.map((gap) => (
        <small key={gap} className="block whitespace-normal!">
          {gap}
        </small>
      ))}
    </>
  )
}

const chainColumn = (name: keyof ChainSums): Column<InvoiceChainSum> => ({
  header: CHAIN_NAMES[name],
  isFigure: true,
  show: (sum) =>
    sum.chain?.[name] === null ? (
      <EmptyCell label="Not charged" />
    ) : (
      <SumCell
        amount={sum.chain?.[name]}
        currency={sum.currency}
        {...(name === 'total' && { gaps: gapsOfSums(sum) })}
      />
    ),
})

const CHAIN_COLUMNS: Column<Sums['chains'][number]>[] = [
  { header: 'Of', isRowHeader: true, show: ({ isCharged }) => CHARGED_NAMES[isCharged ? 'charged' : 'not'] },
  COUNT_COLUMN,
  chainColumn('lines'),
  chainColumn('beside'),
  chainColumn('total'),
  chainColumn('settled'),
  chainColumn('due'),
]

const STATUS_COLUMNS: Column<Sums['byStatus'][number]>[] = [
  {
    header: 'Status',
    isRowHeader: true,
    show: (sum) => (
      <>
        {sumStatusLabel(sum)}
        <small className="hidden @max-[24rem]:block">{formatCount(sum.count, 'invoice')}</small>
      </>
    ),
  },
  { ...COUNT_COLUMN, isWide: '24rem' },
  chainColumn('total'),
  chainColumn('due'),
]

const ageColumns = (onAge: (age: Age) => void): Column<Sums['owed'][number]>[] => [
  {
    header: 'Age',
    isRowHeader: true,
    show: ({ age }) => (
      <button type="button" onClick={() => onAge(age)} className="text-accent text-left hover:underline">
        {AGE_NAMES[age]}
      </button>
    ),
  },
  COUNT_COLUMN,
  {
    header: CHAIN_NAMES.due,
    isFigure: true,
    show: ({ total, currency, unknown }) => (
      <SumCell
        amount={total}
        currency={currency}
        gaps={unknown > 0 ? [`without ${formatCount(unknown, 'unknown amount')}`] : []}
      />
    ),
  },
]
