import type { Plan } from '../billing/plan'
import type { Subscription } from '../billing/subscription'
import type { PriceView } from './price'
import type { Drift } from './reading'
import type { Read, ReadList, ViewOf } from './view-of'

/** One of the three prices a plan can be based on; `price` is null where only its id or status was sent. */
export interface BasePlanPriceView {
  cadence: 'monthly' | 'quarterly' | 'annually'
  id: Read<string>
  status: Read<string>
  price: PriceView | null
}

/** A plan of section 2.2, its prices unwrapped. A `requestPricingUrl` is as sent: link it only when it is http or https. */
export interface PlanView extends Omit<ViewOf<typeof Plan.shape>, 'prices' | `basePlanPrice${string}`> {
  prices: ReadList<PriceView>
  /** Only those of which anything was sent. */
  basePlanPrices: BasePlanPriceView[]
}

/** A subscription as the console shows it: sections 2.1 to 2.4, every field but `id` as far as it was sent and readable. */
export interface SubscriptionView extends Omit<ViewOf<typeof Subscription.shape>, 'id'> {
  id: string
  plan: PlanView | null
  drift: Drift
  /** When the billing API answered. */
  asOf: string
}
