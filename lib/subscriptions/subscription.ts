import type { Plan } from '@/contract/billing/plan'
import type { Subscription } from '@/contract/billing/subscription'
import type { PriceView } from '@/lib/billing-api/price'
import type { Drift, Field, ReadList, ViewOf } from '@/lib/billing-api/view-of'

/** One of the three base prices of a plan; `price` is absent when only its id or status was sent. */
export interface BasePlanPriceView {
  cadence: 'monthly' | 'quarterly' | 'annually'
  id?: Field<string>
  status?: Field<string>
  price?: PriceView
}

/** A plan of section 2.2, its prices unwrapped. A `requestPricingUrl` is as sent: link it only when it is http or https. */
export interface PlanView extends Omit<ViewOf<typeof Plan.shape>, 'prices' | `basePlanPrice${string}`> {
  prices: ReadList<PriceView>
  /** The base prices of which the API sent anything. */
  basePlanPrices: BasePlanPriceView[]
}

/** A subscription as the console shows it (sections 2.1 to 2.4). Every field but `id` may be missing or unreadable. */
export interface SubscriptionView extends Omit<ViewOf<typeof Subscription.shape>, 'id'> {
  id: string
  plan?: PlanView
  /** True when amounts are as sent, in minor units, because the currency is unknown. */
  isInMinorUnits: boolean
  drift: Drift
  /** The instant of the billing API's response. */
  asOf: string
}

/** A subscription with what a cancel and a delete are expected to do, in the notation that a request sends back as `seen.effect`. */
export interface SubscriptionWithEffects extends SubscriptionView {
  effects: { cancel: string; delete: string }
}
