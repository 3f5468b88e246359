import type { ReactNode } from 'react'
import { Identifier } from '@/components/identifier'
import { KnownValue } from '@/components/known-value'
import { Skeleton } from '@/components/ui/skeleton'
import type { SubscriptionView } from '@/contract/console/subscription'
import { whatTheyPay } from '@/lib/domain/subscription/plan-prices'
import { cadenceLabel } from '@/lib/format/labels'
import { readable } from '@/lib/format/unreadable'
import { payLabel } from '@/lib/format/pay-label'
import { VisibleMarks } from '@/components/visible-marks'

interface NamedSubscriptionProps {
  id: string
  /** Undefined until it is read. */
  subscription: SubscriptionView | undefined
}

/** Shows the subscription of a dialog: plan, id, customer, cadence and price. */
export function NamedSubscription({ id, subscription }: NamedSubscriptionProps) {
  const facts: [string, (read: SubscriptionView) => ReactNode][] = [
    ['Customer', ({ customerId }) => <Identifier id={customerId} of="customer" />],
    ['Billing interval', ({ billingCadence }) => <KnownValue value={billingCadence} label={cadenceLabel} />],
    ['Price', (read) => <Price subscription={read} />],
  ]
  return (
    <>
      <p>
        <span className="foreign font-medium">
          <VisibleMarks>{readable(subscription?.plan?.name) ?? 'Subscription'}</VisibleMarks>
        </span>{' '}
        <Identifier id={id} of="subscription" />
      </p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] items-baseline gap-x-3">
        {facts.map(([label, shown]) => (
          <div key={label} className="col-span-full grid min-h-6 grid-cols-subgrid items-baseline">
            <dt className="text-muted text-xs">{label}</dt>
            <dd className="min-w-0">{subscription ? shown(subscription) : <Skeleton className="w-32" />}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Shows the price in the same words as the subscription's page. */
function Price({ subscription }: { subscription: SubscriptionView }) {
  if (subscription.plan === undefined) return 'No plan sent'
  const { main, besides } = payLabel(whatTheyPay(subscription), readable(subscription.currency))
  return <span className="foreign">{[main, ...besides].join(' + ')}</span>
}
