import { useQuery } from '@tanstack/react-query'
import { Absent } from '@/components/text/absent'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Menu, MenuItem } from '@/components/ui/menu'
import { MenuButton } from '@/components/ui/menu-button'
import { UtcDay } from '@/components/time/utc-day'
import type { IndexedSubscription } from '@/lib/objects/indexed-objects'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { subscriptionPath } from '@/lib/core/paths'
import type { ChangeAction } from '@/lib/changes/change-effect'
import { forecast } from '@/lib/subscriptions/forecast'
import { cadenceLabel } from '@/lib/subscriptions/labels'
import { operationQuery } from '@/lib/api'
import { ChangeItems } from '@/components/changes/change-items'
import { preloadChangeDialog } from '@/components/changes/use-subscription-changes'
import { ListedName } from '@/components/lists/listed-name'
import { ListedStatus } from '@/components/lists/listed-status'
import { useSelection } from '@/components/changes/use-selection'

interface CustomerSubscriptionsProps {
  subscriptions: IndexedSubscription[]
  /** When they were read from the index, UTC ISO 8601. */
  readAt: string
  isRead: (id: string) => boolean
  onAct: (action: ChangeAction, id: string) => void
  /** The ledger that they belong to, when it is known for certain. */
  externalCustomerId?: string | undefined
}

const idOf = ({ id, goneAt }: IndexedSubscription) => (goneAt === null ? id : null)

/** The customer's subscriptions, with their base price and what happens next. */
export function CustomerSubscriptions(props: CustomerSubscriptionsProps) {
  const { subscriptions, externalCustomerId } = props
  const { withBoxes, bar, provide } = useSelection({ rows: subscriptions, idOf, externalCustomerId })
  const canSelect = subscriptions.length > 1
  const columns = columnsOf(props)
  return provide(
    <>
      <DataTable
        caption="Subscriptions of this customer"
        columns={canSelect ? withBoxes(columns) : columns}
        rows={subscriptions}
        keyOf={({ id }) => id}
      />
      {canSelect && bar}
    </>,
  )
}

const columnsOf = ({ readAt, isRead, onAct }: CustomerSubscriptionsProps): Column<IndexedSubscription>[] => [
  {
    header: 'Plan',
    show: (row) => <ListedName kind="subscription" {...row} name={row.planName} readAt={readAt} />,
  },
  {
    header: 'Status',
    width: '38%',
    show: (row) => (
      <>
        <ListedStatus row={row} at={readAt} />
        <Renewal id={row.id} isRead={isRead(row.id)} />
        {row.pays !== null && <small className="foreign hidden @max-[40rem]:block">{row.pays}</small>}
      </>
    ),
  },
  {
    header: 'Base price',
    width: '22%',
    isWide: true,
    show: ({ pays, billingCadence }) => (
      <>
        {pays === null ? <Absent value={undefined} /> : <span className="foreign">{pays}</span>}
        {pays === null && billingCadence !== null && <small>{cadenceLabel(billingCadence)}</small>}
      </>
    ),
  },
  {
    header: 'Actions',
    hasNoHeader: true,
    width: '2.5rem',
    show: (row) => <SubscriptionMenu row={row} isRead={isRead(row.id)} onAct={onAct} />,
  },
]

/** The subscription, once it was read on this visit. */
function useReadSubscription(id: string, isRead: boolean): SubscriptionView | null {
  const { data } = useQuery({ ...operationQuery('getSubscription', { id }), enabled: isRead })
  return data ?? null
}

function Renewal({ id, isRead }: { id: string; isRead: boolean }) {
  const subscription = useReadSubscription(id, isRead)
  const event = subscription && forecast(subscription, subscription.asOf).event
  return (
    event?.kind === 'renews' && (
      <small className="whitespace-normal! [&_*]:whitespace-normal!">
        Renews <UtcDay iso={event.at} dense />
      </small>
    )
  )
}

interface SubscriptionMenuProps {
  row: IndexedSubscription
  /** True once it was read on this visit: the menu then knows what is possible. */
  isRead: boolean
  onAct: (action: ChangeAction, id: string) => void
}

/** What can be done with a subscription. */
function SubscriptionMenu({ row: { id, planName, goneAt }, isRead, onAct }: SubscriptionMenuProps) {
  const subscription = useReadSubscription(id, isRead)
  return (
    <MenuButton
      label="Actions"
      className="row-menu"
      prefetchProps={{ onPointerEnter: preloadChangeDialog, onFocus: preloadChangeDialog }}
    >
      <Menu label="Actions">
        <MenuItem label="Open subscription" href={subscriptionPath(id)} description={planName ?? id} />
        <ChangeItems
          subscriptionId={id}
          subscription={subscription}
          missing={goneAt === null ? null : 'The billing API no longer knows this subscription'}
          onAct={onAct}
        />
      </Menu>
    </MenuButton>
  )
}
