'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import type { Column } from '@/components/ui/data-table'
import { Instant } from '@/components/instant'
import { SubscriptionStatusPill } from '@/components/subscription-status'
import { UtcDay } from '@/components/utc-day'
import type { IndexedSubscription } from '@/contract/console/indexed-objects'
import { readAddress } from '@/lib/browser/operation'
import { subscriptionPath } from '@/lib/browser/paths'
import { cadenceLabel } from '@/lib/format/labels'
import { SUBSCRIPTION_STATUS_NAMES } from '@/lib/format/status-names'
import { listQuery } from '@/lib/queries/operation-query'
import { FIRST_PAGE, NO_LIST_SEARCH, withoutPage } from '../_lists/list-search'
import { GoneSince, NameCell, TextCell } from '../_lists/list-cells'
import { ListPage } from '../_lists/list-page'
import { subscriptionsInput, subscriptionsSearchParams } from './list-search-params'

const STATUSES = Object.entries(SUBSCRIPTION_STATUS_NAMES)
const COLUMNS: readonly Column<IndexedSubscription, 'seen' | 'end'>[] = [
  {
    header: 'Plan',
    show: ({ id, planName, asOf }) => <NameCell path={subscriptionPath(id)} name={planName} id={id} asOf={asOf} />,
  },
  {
    header: 'Status',
    width: '15.5rem',
    show: ({ goneAt, ...row }) =>
      goneAt === null ? <SubscriptionStatusPill {...row} /> : <GoneSince goneAt={goneAt} deletedAt={row.deletedAt} />,
  },
  {
    header: 'Last day, UTC',
    sort: 'end',
    width: '10rem',
    isWide: true,
    show: ({ endDate }) => <UtcDay iso={endDate} missing="No end date" name="end date" isEnd dense />,
  },
  {
    header: 'Billing interval',
    width: '8rem',
    isWide: true,
    show: ({ billingCadence }) => <TextCell text={billingCadence === null ? null : cadenceLabel(billingCadence)} />,
  },
  { header: 'Customer ID', isWide: true, show: ({ customerId }) => <TextCell text={customerId} isId /> },
  { header: 'As of', sort: 'seen', width: '10rem', isWide: true, show: ({ asOf }) => <Instant iso={asOf} dense /> },
]

/** The list of indexed subscriptions. */
export function SubscriptionsView() {
  const [search, setSearch] = useQueryStates(subscriptionsSearchParams, { history: 'push' })
  const input = subscriptionsInput(search)
  const read = useQuery(listQuery('listSubscriptions', input))
  const clear = () => void setSearch({ ...NO_LIST_SEARCH, plan: null, end: null, sort: null })
  const isFiltered = search.text !== null || search.status !== null || search.plan !== null || search.end !== null
  return (
    <ListPage
      heading="Subscriptions"
      hint="Paste a subscription ID and press Enter, or type a plan."
      read={read}
      columnsAt={() => COLUMNS}
      exportAddressOf={(form) => readAddress('exportSubscriptions', { ...withoutPage(input), form })}
      search={search}
      sort={search.sort}
      isFiltered={isFiltered}
      onSearch={(wanted) => void setSearch(wanted)}
      onSort={(sort, order) => void setSearch({ sort, order, ...FIRST_PAGE })}
      onClear={clear}
      filters={{
        textLabel: 'Plan, ID or customer ID',
        statuses: STATUSES,
        quick: {
          label: 'Ending soon',
          isOn: search.end !== null,
          onToggle: () =>
            void setSearch(
              search.end === null
                ? { ...NO_LIST_SEARCH, end: 'soon', sort: 'end', order: 'asc' }
                : { ...NO_LIST_SEARCH, end: null, sort: null },
            ),
        },
      }}
    />
  )
}
