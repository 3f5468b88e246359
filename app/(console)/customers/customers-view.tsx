'use client'

import { useQuery } from '@tanstack/react-query'
import { Absent } from '@/components/text/absent'
import { Instant } from '@/components/time/instant'
import { MenuItem } from '@/components/ui/menu'
import type { IndexedCustomer } from '@/lib/objects/indexed-objects'
import { formatAmount, formatCount, formatNumber } from '@/lib/money/amount'
import { creditsPath } from '@/lib/core/paths'
import { UNKNOWN } from '@/lib/billing-api/unreadable'
import { listQuery } from '@/lib/api'
import { GoneSince } from '@/components/lists/gone-since'
import { listColumns } from '@/components/lists/list-cells'
import { ListPage } from '@/components/lists/list-page'
import { useList } from '@/components/lists/use-list'

const columnsAt = listColumns<IndexedCustomer>('customers', {
  count: ({ count }) => (count === null ? <Absent value={undefined} /> : formatNumber(count)),
  balances: ({ goneAt, balances }) =>
    goneAt === null ? <Balances balances={balances} /> : <GoneSince goneAt={goneAt} />,
})

const MAX_BALANCES = 2

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

/** The list of indexed ledgers. */
export function CustomersView() {
  const list = useList('customers')
  return (
    <ListPage
      list={list}
      read={useQuery(listQuery('listCustomers', list.input))}
      columnsAt={columnsAt}
      menuItems={<MenuItem label="Credits outstanding" description="At the end of a day" href={creditsPath()} />}
    />
  )
}
