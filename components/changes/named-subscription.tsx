import { Identifier } from '@/components/text/identifier'
import { Skeleton } from '@/components/ui/skeleton'
import { OwnText } from '@/components/text/own-text'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { whatTheyPay } from '@/lib/subscriptions/plan-prices'
import { payLine } from '@/lib/subscriptions/pay-label'
import { readable } from '@/lib/billing-api/unreadable'

interface NamedSubscriptionProps {
  id: string
  /** Undefined until it is read. */
  subscription: SubscriptionView | undefined
}

/** Shows the subscription of a dialog: its plan and price, as its page does, then its ID and its customer's. */
export function NamedSubscription({ id, subscription }: NamedSubscriptionProps) {
  return (
    <div>
      {subscription ? (
        <p className="foreign">
          <OwnText text={readable(subscription.plan?.name) ?? 'Subscription'} className="font-medium" />
          {' · '}
          {subscription.plan === undefined
            ? 'no plan sent'
            : payLine(whatTheyPay(subscription), readable(subscription.currency))}
        </p>
      ) : (
        <Skeleton className="w-48" />
      )}
      <p className="text-muted flex flex-wrap gap-x-3">
        <Identifier id={id} of="subscription" />
        {subscription && <Identifier id={subscription.customerId} of="customer" missing="No customer sent" />}
      </p>
    </div>
  )
}
