'use client'

import { type InputOf, operationQuery } from '@/lib/api'
import { CREDIT_AGE_NAMES, NOT_READ_NAMES, ONLY_READ_LAST, readWholeLabel } from '@/lib/ledger/ledger-labels'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { type SubmitEvent, useId, useState } from 'react'
import { AsOf } from '@/components/time/as-of'
import { CsvDownload } from '@/components/lists/csv-download'
import { Instant } from '@/components/time/instant'
import { Money } from '@/components/money/money'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { EmptyCell } from '@/components/ui/empty-cell'
import { Expander } from '@/components/ui/expander'
import { Section } from '@/components/ui/section'
import { CREDIT_AGES, type CreditBalance, type Credits, type CreditSum, PRICE } from '@/lib/ledger/credits'
import type { LedgerPool } from '@/lib/ledger/whole-ledger'
import { readAddress } from '@/lib/core/operation-address'
import { balancePath, creditsPath } from '@/lib/core/paths'
import { typedDay } from '@/lib/time/typed-day'
import { formatCount, formatNumber } from '@/lib/money/amount'
import { formatDate } from '@/lib/time/instant'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import { PoolUnit } from '@/components/customers/pool-unit'
import { FilterText, typedTexts } from '@/components/lists/filter-fields'
import { PageHead } from '@/components/page/page-head'
import { QuerySection } from '@/components/page/query-section'
import { creditsInput, creditsSearchParams, isOver } from './search-params'
import { TextLink } from '@/components/text/text-link'

/** What customers had left at the end of a day: by pool with its age, and by customer. */
export function CreditsView({ defaultDay }: { defaultDay: string }) {
  const [search, setSearch] = useQueryStates(creditsSearchParams, { history: 'push' })
  const input = creditsInput(search, defaultDay)
  const query = useQuery({ ...operationQuery('listCredits', input), placeholderData: keepPreviousData })
  const { data, isFetching, refetch } = query
  const pools = data?.sums.map(({ pool }) => pool) ?? []
  return (
    <div className="space-y-6">
      <PageHead
        title="Credits outstanding"
        aside={
          data && (
            <>
              <AsOf iso={data.readAt} refreshing={isFetching} onRefresh={() => void refetch()} />
              <CsvDownload
                label="Export CSV"
                title="All balances, and the customers that are in no sum"
                addressOf={(form) => readAddress('exportCredits', { ...input, form })}
              />
            </>
          )
        }
      >
        What customers had left at the end of {formatDate(input.day, 'UTC')} (UTC), of ledgers that were read whole.{' '}
        {data && readWholeLabel(data)}
      </PageHead>
      <CreditsForm
        search={{ ...search, day: search.day ?? input.day }}
        pools={pools}
        unused={unusedOf(search, query)}
        onShow={(wanted) => void setSearch(wanted)}
      />
      {data?.hasMore === true && <p className="text-yellow text-sm">{ONLY_READ_LAST}</p>}
      <QuerySection
        title="By pool"
        query={query}
        emptyText={({ sums }) =>
          sums.length > 0
            ? null
            : input.pool === undefined
              ? 'No ledger was read whole since that day.'
              : 'No ledger that was read whole since that day has this pool.'
        }
      >
        {({ sums }) => <DataTable caption="By pool" columns={sumColumns(sums, input)} rows={sums} keyOf={keyOfPool} />}
      </QuerySection>
      {data && data.sums.length > 0 && <Ages sums={data.sums} />}
      {data && data.balances.length > 0 && <Balances credits={data} pools={pools} />}
      {data && data.notReadCount > 0 && <NotRead credits={data} />}
    </div>
  )
}

interface Refused {
  field: 'day' | 'price'
  why: string
}

const NOT_OVER: Refused = { field: 'day', why: 'Choose a day that is over in UTC.' }
const OF_ONE_POOL: Refused = {
  field: 'price',
  why: 'Press “Only this pool” in the table first: each pool has its own price.',
}

/** Returns what the address has and the shown sums do not follow, with the reason. */
function unusedOf(
  { day, price, pool }: { day: string | null; price: string | null; pool: string | null },
  { data, isPlaceholderData }: { data: Credits | undefined; isPlaceholderData: boolean },
): Refused | null {
  if (day !== null && !isOver(day)) return NOT_OVER
  const isShown = data !== undefined && !isPlaceholderData && data.sums.length > 1
  return price !== null && pool === null && isShown ? OF_ONE_POOL : null
}

const keyOfPool = ({ pool }: { pool: LedgerPool }) => pool.key

interface CreditsFormProps {
  search: { day: string; price: string | null; pool: string | null }
  pools: readonly LedgerPool[]
  /** What of the address is not used, and why. */
  unused: Refused | null
  onShow: (search: CreditsFormProps['search']) => void
}

/** The day, and what a credit of one pool is worth. */
function CreditsForm({ search: { day, price, pool }, pools, unused, onShow }: CreditsFormProps) {
  const [typedWrongly, setRefused] = useState<Refused | null>(null)
  const refused = typedWrongly ?? unused
  const errorId = useId()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [typed = '', worth = ''] = typedTexts(event.currentTarget, 'day', 'price')
    const chosen = typedDay(typed)
    if (chosen === null) setRefused({ field: 'day', why: 'Enter a day such as 2026-10-31.' })
    else if (!isOver(chosen)) setRefused(NOT_OVER)
    else if (worth !== '' && !new RegExp(`^${PRICE}$`).test(worth))
      setRefused({ field: 'price', why: 'Enter a price such as 0.05.' })
    else if (worth !== '' && pool === null && pools.length > 1) setRefused(OF_ONE_POOL)
    else {
      setRefused(null)
      onShow({ day: chosen, price: worth === '' ? null : worth, pool })
    }
  }
  const errorOf = (field: 'day' | 'price') => (refused?.field === field ? errorId : undefined)
  return (
    <form onSubmit={submit} noValidate className="no-print">
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-36">
          <FilterText label="End of day (UTC)" name="day" value={day} errorId={errorOf('day')} />
        </div>
        <div className="w-36">
          <FilterText
            label="Price of a credit"
            name="price"
            value={price}
            placeholder="0.05"
            errorId={errorOf('price')}
          />
        </div>
        <Button small type="submit" className="min-h-8">
          Show
        </Button>
        {pool !== null && (
          <Button small variant="ghost" className="min-h-8" onClick={() => onShow({ day, price: null, pool: null })}>
            All pools
          </Button>
        )}
      </div>
      <p id={errorId} role="alert" className="text-red mt-1 text-xs empty:hidden">
        {refused?.why}
      </p>
    </form>
  )
}

function sumColumns(sums: readonly CreditSum[], { day, price }: InputOf<'listCredits'>): Column<CreditSum>[] {
  const pools = sums.map(({ pool }) => pool)
  return [
    {
      header: 'Pool',
      isRowHeader: true,
      show: ({ pool, broken, unknown }) => (
        <>
          <PoolUnit pool={pool} among={pools} />
          {broken > 0 && (
            <small className="text-yellow block">{formatCount(broken, 'ledger')} with gaps between balances</small>
          )}
          {unknown > 0 && <small className="block">without {formatCount(unknown, 'unknown balance')}</small>}
          {pools.length > 1 && (
            <TextLink
              href={creditsPath({ day, pool: pool.key, ...(price !== undefined && { price }) })}
              className="no-print block text-xs"
            >
              Only this pool
            </TextLink>
          )}
        </>
      ),
    },
    {
      header: 'Customers',
      width: '6rem',
      isFigure: true,
      isWide: true,
      show: ({ customers }) => formatNumber(customers),
    },
    { header: 'Outstanding', width: '8rem', isFigure: true, show: ({ outstanding }) => <Money amount={outstanding} /> },
    ...valueColumn(`Value at ${price}`, sums),
    {
      header: 'Below zero',
      width: '7rem',
      isFigure: true,
      isWide: true,
      show: ({ overdrawn }) => <Money amount={overdrawn} />,
    },
  ]
}

/** The column of the pool, where there are several. */
const poolColumn = <Row extends { pool: LedgerPool }>(among: readonly LedgerPool[]): Column<Row>[] =>
  among.length > 1
    ? [{ header: 'Pool', width: '9rem', show: ({ pool }) => <PoolUnit pool={pool} among={among} /> }]
    : []

/** The column "Value", when the user has typed a price. */
const valueColumn = <Row extends { value: string | null }>(header: string, rows: readonly Row[]): Column<Row>[] =>
  rows.some(({ value }) => value !== null)
    ? [{ header, width: '9rem', isFigure: true, show: ({ value }) => <Money amount={value} /> }]
    : []

/** What is outstanding by the age of the blocks: how long before the day they were granted. */
function Ages({ sums }: { sums: readonly CreditSum[] }) {
  const pools = sums.map(({ pool }) => pool)
  const rows = sums.flatMap(({ pool, byAge }) =>
    CREDIT_AGES.filter((age) => byAge[age] !== '0').map((age) => ({ pool, age, amount: byAge[age] })),
  )
  const columns: Column<(typeof rows)[number]>[] = [
    { header: 'Granted before that day', isRowHeader: true, show: ({ age }) => CREDIT_AGE_NAMES[age] },
    ...poolColumn<(typeof rows)[number]>(pools),
    { header: 'Left', width: '10rem', isFigure: true, show: ({ amount }) => <Money amount={amount} /> },
  ]
  if (rows.length === 0) return null
  return (
    <Section title="By age" flush>
      <DataTable caption="By age" columns={columns} rows={rows} keyOf={({ pool, age }) => `${pool.key} ${age}`} />
    </Section>
  )
}

function Balances({ credits: { balances, more }, pools }: { credits: Credits; pools: readonly LedgerPool[] }) {
  const columns: Column<CreditBalance>[] = [
    {
      header: 'Customer',
      isRowHeader: true,
      show: ({ externalId, gaps }) => (
        <>
          <TextLink href={balancePath(externalId)}>{externalId}</TextLink>
          {gaps > 0 && (
            <small className="text-yellow block whitespace-normal!">{formatCount(gaps, 'gap')} between balances</small>
          )}
        </>
      ),
    },
    ...poolColumn<CreditBalance>(pools),
    {
      header: 'Balance',
      width: '9rem',
      isFigure: true,
      show: ({ balance }) => (balance === null ? <EmptyCell label={UNKNOWN} /> : <Money amount={balance} />),
    },
    ...valueColumn('Value', balances),
    { header: 'Read whole', width: '11rem', isWide: true, show: ({ asOf }) => <Instant iso={asOf} dense /> },
  ]
  return (
    <Section title="By customer" flush>
      <DataTable
        caption="By customer"
        columns={columns}
        rows={balances}
        keyOf={({ externalId, pool }) => `${externalId} ${pool.key}`}
      />
      {more > 0 && (
        <p className="text-muted border-t px-4 py-2 text-xs">{formatCount(more, 'more balance')} in the CSV.</p>
      )}
    </Section>
  )
}

/** The customers whose ledger is in no sum. */
const NotRead = ({ credits: { notRead, notReadCount, hasMore, hasMoreNotRead } }: { credits: Credits }) => (
  <Expander
    summary={`${hasMore || hasMoreNotRead ? 'At least ' : ''}${formatCount(notReadCount, 'customer')} in no sum`}
  >
    <ul className="space-y-0.5 text-sm">
      {notRead.map(({ externalId, reason, asOf }) => (
        <li key={`${externalId} ${reason}`}>
          <TextLink href={balancePath(externalId)}>{externalId}</TextLink>: {NOT_READ_NAMES[reason]}
          {reason === 'before' && asOf !== null && (
            <>
              , <Instant iso={asOf} dense />
            </>
          )}
        </li>
      ))}
    </ul>
    {notReadCount > notRead.length && (
      <p className="text-muted mt-2 text-xs">The CSV has {formatNumber(notReadCount)}.</p>
    )}
  </Expander>
)
