'use client'

import { useQuery } from '@tanstack/react-query'
import { Absent } from '@/components/absent'
import { SubscriptionStatusPill } from '@/components/subscription-status'
import { Link } from '@/components/ui/link'
import { Menu, MenuItem } from '@/components/ui/menu'
import { MenuButton } from '@/components/ui/menu-button'
import { UtcDay } from '@/components/utc-day'
import { VisibleMarks } from '@/components/visible-marks'
import type { IndexedSubscription } from '@/contract/console/indexed-list'
import type { SubscriptionView } from '@/contract/console/subscription'
import { subscriptionPath } from '@/lib/browser/paths'
import type { ChangeAction } from '@/lib/domain/change/change-effect'
import { forecast } from '@/lib/domain/subscription/forecast'
import { cadenceLabel } from '@/lib/format/labels'
import { operationQuery } from '@/lib/queries/operation-query'
import { ChangeItems } from '../_subscription-changes/change-items'
import { preloadChangeDialog } from '../_subscription-changes/use-subscription-changes'
import { AsOfRow, GoneSince } from '../_lists/list-cells'

interface CustomerSubscriptionsProps {
  subscriptions: IndexedSubscription[]
  isRead: (id: string) => boolean
  onAct: (action: ChangeAction, id: string) => void
}

/** The customer's subscriptions, with what they pay and what happens next. */
export function CustomerSubscriptions({ subscriptions, isRead, onAct }: CustomerSubscriptionsProps) {
  return (
    <div className="@container">
      <table className="rows">
        <caption className="sr-only">Subscriptions of this customer</caption>
        <colgroup>
          <col />
          <col style={{ width: '38%' }} />
          <col className="@max-[40rem]:hidden" style={{ width: '22%' }} />
          <col style={{ width: '2.5rem' }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Status</th>
            <th scope="col" className="@max-[40rem]:hidden">
              Pays
            </th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {subscriptions.map((subscription) => (
            <SubscriptionRow key={subscription.id} row={subscription} isRead={isRead(subscription.id)} onAct={onAct} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface SubscriptionRowProps {
  row: IndexedSubscription
  /** True once it was read on this visit: the row then adds the renewal, and its menu knows what is possible. */
  isRead: boolean
  onAct: (action: ChangeAction, id: string) => void
}

function SubscriptionRow({ row, isRead, onAct }: SubscriptionRowProps) {
  const { id, goneAt, planName, pays, billingCadence } = row
  const { data: subscription } = useQuery({ ...operationQuery('getSubscription', { id }), enabled: isRead })
  const event = subscription ? forecast(subscription, subscription.asOf).event : null
  const { status, startDate, endDate } = row
  return (
    <tr>
      <td>
        <Link href={subscriptionPath(id)} prefetch={false} className={`font-medium ${planName ? 'foreign' : 'opaque'}`}>
          <VisibleMarks>{planName ?? id}</VisibleMarks>
        </Link>
        {planName !== null && (
          <small className="opaque">
            <VisibleMarks>{id}</VisibleMarks>
          </small>
        )}
        <AsOfRow asOf={row.asOf} />
      </td>
      <td>
        {goneAt === null ? (
          <SubscriptionStatusPill
            status={status ?? undefined}
            startDate={startDate}
            endDate={endDate}
            asOf={row.asOf}
          />
        ) : (
          <GoneSince goneAt={goneAt} deletedAt={row.deletedAt} />
        )}
        {event?.kind === 'renews' && (
          <small className="whitespace-normal! [&_*]:whitespace-normal!">
            Renews <UtcDay iso={event.at} dense /> UTC
          </small>
        )}
        {pays !== null && <small className="foreign hidden @max-[40rem]:block">{pays}</small>}
      </td>
      <td className="foreign @max-[40rem]:hidden">
        {pays ?? <Absent value={undefined} />}
        {pays === null && billingCadence !== null && <small>{cadenceLabel(billingCadence)}</small>}
      </td>
      <td>
        <SubscriptionMenu row={row} subscription={subscription ?? null} onAct={onAct} />
      </td>
    </tr>
  )
}

interface SubscriptionMenuProps {
  row: IndexedSubscription
  subscription: SubscriptionView | null
  onAct: (action: ChangeAction, id: string) => void
}

/** What can be done with a subscription. */
function SubscriptionMenu({ row: { id, planName, goneAt }, subscription, onAct }: SubscriptionMenuProps) {
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
