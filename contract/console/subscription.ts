import { z } from 'zod'
import { PriceView } from './price'
import { Drift, Flag, Instant, list, Text } from './reading'

/** One of the three prices a plan can be based on; `price` is null where only its id or status was sent. */
export const BasePlanPriceView = z.object({
  cadence: z.enum(['monthly', 'quarterly', 'annually']),
  id: Text,
  status: Text,
  price: PriceView.nullable(),
})

export const PlanView = z.object({
  id: Text,
  merchantId: Text,
  externalId: Text,
  crossEnvironmentId: Text,
  createdAt: Instant,
  updatedAt: Instant,
  name: Text,
  description: Text,
  currency: Text,
  netTerms: Text,
  isPrivate: Flag,
  purchasable: Flag,
  requestPricingText: Text,
  /** As sent: link it only when it is http or https. */
  requestPricingUrl: Text,
  status: Text,
  prices: list(PriceView),
  /** Only those of which anything was sent. */
  basePlanPrices: z.array(BasePlanPriceView),
})

/** A subscription as the console shows it: sections 2.1 to 2.4, every field but `id` as far as it was sent and readable. */
export const SubscriptionView = z.object({
  id: z.string(),
  createdAt: Instant,
  updatedAt: Instant,
  startDate: Instant,
  endDate: Instant,
  status: Text,
  allowCustomerChanges: Flag,
  autoChargeInvoice: Flag,
  autoSyncInvoice: Flag,
  autoSendInvoice: Flag,
  paymentGateway: Text,
  isTrial: Flag,
  chargeForUsageBasedPricesDuringTrial: Flag,
  customerId: Text,
  planId: Text,
  merchantId: Text,
  billingCadence: Text,
  currency: Text,
  netTerms: Text,
  plan: PlanView.nullable(),
  drift: Drift,
  /** When the billing API answered. */
  asOf: z.string(),
})

export type BasePlanPriceView = z.infer<typeof BasePlanPriceView>
export type PlanView = z.infer<typeof PlanView>
export type SubscriptionView = z.infer<typeof SubscriptionView>
