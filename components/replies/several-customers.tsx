import { readable } from '@/lib/billing-api/unreadable'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'

/** Says beside a reply that it is about several customers. */
export function SeveralCustomers({ views }: { views: readonly Pick<SubscriptionView, 'customerId'>[] }) {
  const { size } = new Set(views.flatMap(({ customerId }) => readable(customerId) ?? []))
  if (size < 2) return null
  return <p className="text-yellow text-sm">This is about {size} customers: send each only what is theirs.</p>
}
