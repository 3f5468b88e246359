'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { Absent } from '@/components/text/absent'
import type { Column } from '@/components/ui/data-table'
import { Instant } from '@/components/time/instant'
import { Link } from '@/components/ui/link'
import type { IndexedCustomer } from '@/lib/objects/indexed-objects'
import { readAddress } from '@/lib/core/operation-address'
import { creditsPath, customerPath } from '@/lib/core/paths'
import { formatAmount, formatCount, formatNumber } from '@/lib/money/amount'
import { listQuery } from '@/lib/api'
import { FIRST_PAGE, type ListSearchChange, withoutPage } from '@/components/lists/list-search'
import { GoneSince } from '@/components/lists/gone-since'
import { NameCell } from '@/components/lists/list-cells'
import { ListPage } from '@/components/lists/list-page'
import { customersInput, customersSearchParams } from './list-search-params'
import { UNKNOWN } from '@/lib/billing-api/unreadable'

const MAX_BALANCES = 2
/** @param readAt when the list was read */
const columnsAt = (readAt: string): Column<IndexedCustomer, 'seen' | 'newest'>[] => [
  {
    header: 'Customer',
    show: ({ id, asOf }) => (
      <NameCell kind="customer" path={customerPath(id)} name={null} id={id} asOf={asOf} readAt={readAt} />
    ),
  },
  {
    header: 'Balance',
    width: '16rem',
    show: ({ goneAt, balances }) =>
      goneAt === null ? <Balances balances={balances} /> : <GoneSince goneAt={goneAt} />,
  },
  {
    header: 'Transactions',
    width: '9rem',
    isFigure: true,
    isWide: true,
    show: ({ count }) => (count === null ? <Absent value={undefined} /> : formatNumber(count)),
  },
  {
    header: 'Newest transaction',
    sort: 'newest',
    width: '11rem',
    isWide: true,
    show: ({ newestAt }) => <Instant iso={newestAt} missing="Not seen" dense />,
  },
]

function Balances({ balances }: Pick<IndexedCustomer, 'balances'>) {
  if (balances === null || balances.length === 0) return <Absent value={undefined}>Not seen</Absent>
  const more = balances.length - MAX_BALANCES
  return (
    <>
      {balances.slice(0, MAX_BALANCES).map(({ unit, balance, asOf }, nth) => (
        <span key={nth} className="foreign block tabular-nums">
          {balance === null ? UNKNOWN : formatAmount(balance)} {unit}
          {asOf !== null && (
            <span className="text-muted text-xs">
              {' '}
              as of <Instant iso={asOf} dense />
            </span>
          )}
        </span>
      ))}
      {more > 0 && <span className="text-muted block text-xs">and {formatCount(more, 'more balance')}</span>}
    </>
  )
}

const NO_SEARCH = { text: null, run: null, order: null, pageSize: null, sort: null, ...FIRST_PAGE }

/** The list of indexed ledgers. */
export function CustomersView() {
  const [search, setSearch] = useQueryStates(customersSearchParams, { history: 'push' })
  const input = customersInput(search)
  const read = useQuery(listQuery('listCustomers', input))
  const clear = () => void setSearch(NO_SEARCH)
  const isFiltered = search.text !== null || search.run !== null
  const show = (wanted: ListSearchChange) => {
    const { status: _, ...change } = wanted
    void setSearch(change)
  }
  return (
    <ListPage
      heading="Customers"
      read={read}
      columnsAt={columnsAt}
      reads={{
        list: { kind: 'customer', customers: withoutPage(input) },
        onRun: (run) => void setSearch({ ...NO_SEARCH, run }),
      }}
      exportAddressOf={(form) => readAddress('exportCustomers', { ...withoutPage(input), form })}
      search={{ ...search, status: null }}
      sort={search.sort}
      isFiltered={isFiltered}
      onSearch={show}
      onSort={(sort, order) => void setSearch({ sort, order, ...FIRST_PAGE })}
      onClear={clear}
      filters={{ textLabel: 'Customer ID' }}
    >
      <Link href={creditsPath()} prefetch={false} className="text-accent text-sm hover:underline">
        Credits outstanding
      </Link>
    </ListPage>
  )
}
