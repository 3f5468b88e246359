import { z } from 'zod'
import { Plan } from './plan'
import { BillingCadence, Currency, Id, NetTerms, PaymentGateway, Timestamp } from './scalars'

export const SubscriptionStatus = z.enum(['draft', 'pendingActivation', 'active', 'ended', 'deleted'])

/** A subscription in the response to a cancel: section 2.1 without `plan`. */
export const Subscription = z.looseObject({
  id: Id,
  createdAt: Timestamp.nullish(),
  updatedAt: Timestamp.nullish(),
  startDate: Timestamp,
  endDate: Timestamp.nullish(),
  status: SubscriptionStatus,
  allowCustomerChanges: z.boolean().nullish(),
  autoChargeInvoice: z.boolean().nullish(),
  autoSyncInvoice: z.boolean().nullish(),
  autoSendInvoice: z.boolean().nullish(),
  paymentGateway: PaymentGateway.nullish(),
  isTrial: z.boolean().nullish(),
  chargeForUsageBasedPricesDuringTrial: z.boolean().nullish(),
  customerId: Id,
  planId: Id.nullish().meta({ description: 'Opaque identifier; absent or null only where `plan` names it' }),
  merchantId: Id.nullish(),
  billingCadence: BillingCadence,
  currency: Currency.nullish(),
  netTerms: NetTerms.nullish(),
})

/** A subscription with its plan, prices and billables (section 2.1). */
export const ExpandedSubscription = Subscription.extend({ plan: Plan.nullish() })

export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>
export type Subscription = z.infer<typeof Subscription>
export type ExpandedSubscription = z.infer<typeof ExpandedSubscription>
