'use client'

import { type InputOf, listQuery, operationQuery } from '@/lib/api'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { useCallback } from 'react'
import type { Column } from '@/components/ui/data-table'
import { SubscriptionStatusPill } from '@/components/subscriptions/subscription-status'
import { EmptyCell } from '@/components/ui/empty-cell'
import { UtcDay } from '@/components/time/utc-day'
import { MAX_GROUP } from '@/lib/changes/change'
import type { IndexedSubscription } from '@/lib/objects/indexed-objects'
import { readAddress } from '@/lib/core/operation-address'
import { subscriptionPath } from '@/lib/core/paths'
import { SUBSCRIPTION_STATUS_NAMES } from '@/lib/objects/status-names'
import { FIRST_PAGE, type ListSearchChange, NO_LIST_SEARCH, withoutPage } from '@/components/lists/list-search'
import { GoneSince } from '@/components/lists/gone-since'
import { NameCell, TextCell } from '@/components/lists/list-cells'
import { type FilterChip, readField } from '@/components/lists/list-filters'
import { FilterMonth } from '@/components/lists/filter-fields'
import { ListPage } from '@/components/lists/list-page'
import { useSelection } from '@/components/changes/use-selection'
import { subscriptionsInput, subscriptionsSearchParams } from './list-search-params'

const STATUSES = Object.entries(SUBSCRIPTION_STATUS_NAMES)
type SubscriptionsSort = InputOf<'listSubscriptions'>['sort']

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
const FILTERS = ['text', 'status', 'plan', 'end', 'unread', 'changed', 'run'] as const
const NO_SEARCH = { ...NO_LIST_SEARCH, plan: null, end: null, unread: null, changed: null, sort: null }

const NO_ROWS: readonly IndexedSubscription[] = []
const idOf = ({ id, goneAt }: IndexedSubscription) => (goneAt === null ? id : null)

/** Reads the IDs of all rows that match the filters, up to those that a selection takes. */
async function readAllIds(client: QueryClient, filters: Omit<InputOf<'listSubscriptions'>, 'pageSize'>) {
  const ids: string[] = []
  let after: string | undefined
  do {
    const page = operationQuery('listSubscriptions', { ...filters, after, pageSize: 100 })
    const { rows, next } = await client.fetchQuery({ ...page, staleTime: 0 })
    ids.push(...rows.flatMap((row) => idOf(row) ?? []))
    after = next ?? undefined
  } while (after !== undefined && ids.length < MAX_GROUP)
  return ids
}

/** The list of indexed subscriptions. */
export function SubscriptionsView() {
  const [search, setSearch] = useQueryStates(subscriptionsSearchParams, { history: 'push' })
  const input = subscriptionsInput(search)
  const client = useQueryClient()
  const read = useQuery(listQuery('listSubscriptions', input))
  const { withBoxes, bar, dialog } = useSelection<IndexedSubscription, SubscriptionsSort>({
    rows: read.data?.rows ?? NO_ROWS,
    idOf,
    all: read.data && {
      filters: JSON.stringify(withoutPage(input)),
      count: read.data.count,
      hasMore: read.data.hasMore,
      read: () => readAllIds(client, withoutPage(input)),
    },
  })
  type Filter = ListSearchChange<typeof search>
  const show = (filter: Filter) => void setSearch({ ...filter, ...FIRST_PAGE })
  const chip = (label: string, isOn: boolean, filter: Filter, off: Filter): FilterChip => ({
    label,
    isOn,
    onToggle: () => show(isOn ? off : filter),
  })
  const withBoxesAt = useCallback((readAt: string) => withBoxes(columnsAt(readAt)), [withBoxes])
  return (
    <>
      <ListPage
        heading="Subscriptions"
        read={read}
        columnsAt={withBoxesAt}
        selection={bar}
        reads={{
          list: { kind: 'subscription', subscriptions: withoutPage(input) },
          onRun: (run) => show({ ...NO_SEARCH, run }),
        }}
        exportAddressOf={(form) => readAddress('exportSubscriptions', { ...withoutPage(input), form })}
        search={search}
        sort={search.sort}
        isFiltered={FILTERS.some((name) => search[name] !== null)}
        onSearch={(wanted, form) => void setSearch({ ...wanted, ...(form && { unread: readField(form, 'unread') }) })}
        onSort={(sort, order) => show({ sort, order })}
        onClear={() => show(NO_SEARCH)}
        filters={{
          textLabel: 'Plan, ID or customer ID',
          statuses: STATUSES,
          chips: [
            chip('Ending soon', search.end !== null, ENDING_SOON, { end: null, sort: null, order: null }),
            chip('Changed since you looked', search.changed !== null, { changed: 'unseen' }, { changed: null }),
          ],
          fields: <FilterMonth label="No invoice read for" name="unread" value={search.unread} />,
        }}
      />
      {dialog}
    </>
  )
}
