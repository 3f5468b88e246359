import type { ReactNode } from 'react'
import { Identifier } from '@/components/identifier'
import { SubscriptionStatusPill } from '@/components/subscription-status'
import { Pill } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/visible-marks'
import type { SubscriptionView } from '@/contract/console/subscription'
import { isUnreadable, readable } from '@/lib/format/unreadable'
import { Breadcrumb } from '../../_shell/breadcrumb'
import { subscriptionTitle } from './subscription-title'

interface SubscriptionHeadingProps {
  subscription: SubscriptionView
  /** The time of the read, and Refresh. */
  asOf: ReactNode
  /** The actions, at the right. */
  children: ReactNode
}

/** The plan, the status, and the ID of the subscription. */
export function SubscriptionHeading({ subscription, asOf, children }: SubscriptionHeadingProps) {
  const { id, status, startDate, endDate, isTrial } = subscription
  return (
    <div>
      <Breadcrumb href="/subscriptions" asOf={asOf}>
        Subscriptions
      </Breadcrumb>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="foreign min-w-0 text-2xl font-semibold">
              <VisibleMarks>{subscriptionTitle(subscription)}</VisibleMarks>
            </h1>
            <SubscriptionStatusPill
              status={status}
              startDate={readable(startDate)}
              endDate={readable(endDate)}
              asOf={subscription.asOf}
            />
            {isTrial === true && <Pill tone="blue">Trial</Pill>}
            {isUnreadable(isTrial) && <Pill tone="unknown">Trial: could not be read</Pill>}
          </div>
          <p className="text-muted mt-1 text-sm">
            <Identifier id={id} of="subscription" />
          </p>
        </div>
        {children}
      </div>
    </div>
  )
}
