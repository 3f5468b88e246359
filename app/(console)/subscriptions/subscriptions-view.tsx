'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import type { Column } from '@/components/ui/data-table'
import { SubscriptionStatusPill } from '@/components/subscription-status'
import { EmptyCell } from '@/components/ui/empty-cell'
import { UtcDay } from '@/components/utc-day'
import type { IndexedSubscription } from '@/contract/console/indexed-objects'
import type { ConsoleInput } from '@/contract/console/operations'
import { readAddress } from '@/contract/console/operation-address'
import { subscriptionPath } from '@/lib/format/paths'
import { SUBSCRIPTION_STATUS_NAMES } from '@/lib/format/status-names'
import { listQuery } from '@/lib/queries/operation-query'
import { FIRST_PAGE, type ListSearchChange, NO_LIST_SEARCH, withoutPage } from '../_lists/list-search'
import { GoneSince } from '../_lists/gone-since'
import { NameCell, TextCell } from '../_lists/list-cells'
import type { FilterChip } from '../_lists/list-filters'
import { ListPage } from '../_lists/list-page'
import { subscriptionsInput, subscriptionsSearchParams } from './list-search-params'

const STATUSES = Object.entries(SUBSCRIPTION_STATUS_NAMES)
type SubscriptionsSort = ConsoleInput<'listSubscriptions'>['sort']

/** @param readAt when the list was read */
const columnsAt = (readAt: string): Column<IndexedSubscription, SubscriptionsSort>[] => [
  {
    header: 'Plan',
    show: ({ planName, ...row }) => (
      <NameCell
        kind="subscription"
        path={subscriptionPath(row.id)}
        name={planName}
        id={row.id}
        asOf={row.asOf}
        readAt={readAt}
        status={<Status {...row} withDate />}
      />
    ),
  },
  {
    header: 'Status',
    width: '11rem',
    isWide: true,
    show: (row) => <Status {...row} withDate={false} />,
  },
  {
    header: 'Last day, UTC',
    sort: 'end',
    width: '7.5rem',
    isWide: true,
    show: ({ endDate }) =>
      endDate === null ? <EmptyCell label="No end date" /> : <UtcDay iso={endDate} name="end date" isEnd dense />,
  },
  { header: 'Base price', width: '11rem', show: ({ pays }) => <TextCell text={pays} /> },
  { header: 'Customer ID', isWide: '47rem', show: ({ customerId }) => <TextCell text={customerId} isId /> },
]

type StatusProps = Omit<IndexedSubscription, 'planName'> & { withDate: boolean }

const Status = ({ goneAt, deletedAt, status, startDate, endDate, asOf, withDate }: StatusProps) =>
  goneAt === null ? (
    <SubscriptionStatusPill {...{ status, startDate, endDate, asOf, withDate }} />
  ) : (
    <GoneSince goneAt={goneAt} deletedAt={deletedAt} />
  )

const ENDING_SOON = { end: 'soon', sort: 'end', order: 'asc' } as const
const FILTERS = ['text', 'status', 'plan', 'end', 'changed', 'run'] as const
const NO_SEARCH = { ...NO_LIST_SEARCH, plan: null, end: null, changed: null, sort: null }

/** The list of indexed subscriptions. */
export function SubscriptionsView() {
  const [search, setSearch] = useQueryStates(subscriptionsSearchParams, { history: 'push' })
  const input = subscriptionsInput(search)
  const read = useQuery(listQuery('listSubscriptions', input))
  type Filter = ListSearchChange<typeof search>
  const show = (filter: Filter) => void setSearch({ ...filter, ...FIRST_PAGE })
  const chip = (label: string, isOn: boolean, filter: Filter, off: Filter): FilterChip => ({
    label,
    isOn,
    onToggle: () => show(isOn ? off : filter),
  })
  return (
    <ListPage
      heading="Subscriptions"
      read={read}
      columnsAt={columnsAt}
      reads={{
        list: { kind: 'subscription', subscriptions: withoutPage(input) },
        onRun: (run) => show({ ...NO_SEARCH, run }),
      }}
      batch={{ subscriptions: withoutPage(input) }}
      exportAddressOf={(form) => readAddress('exportSubscriptions', { ...withoutPage(input), form })}
      search={search}
      sort={search.sort}
      isFiltered={FILTERS.some((name) => search[name] !== null)}
      onSearch={(wanted) => void setSearch(wanted)}
      onSort={(sort, order) => show({ sort, order })}
      onClear={() => show(NO_SEARCH)}
      filters={{
        textLabel: 'Plan, ID or customer ID',
        statuses: STATUSES,
        chips: [
          chip('Ending soon', search.end !== null, ENDING_SOON, { end: null, sort: null, order: null }),
          chip('Changed since you looked', search.changed !== null, { changed: 'unseen' }, { changed: null }),
        ],
      }}
    />
  )
}
