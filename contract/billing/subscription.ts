import { z } from 'zod'
import { Plan } from './plan'
import { BillingCadence, Currency, Id, NetTerms, PaymentGateway, Timestamp } from './scalars'

export const SubscriptionStatus = z.enum(['draft', 'pendingActivation', 'active', 'ended', 'deleted'])

/** A subscription as a cancel answers it: section 2.1 without `plan`. */
export const Subscription = z.object({
  id: Id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  startDate: Timestamp,
  endDate: Timestamp.nullable(),
  status: SubscriptionStatus,
  allowCustomerChanges: z.boolean(),
  autoChargeInvoice: z.boolean(),
  autoSyncInvoice: z.boolean(),
  autoSendInvoice: z.boolean(),
  paymentGateway: PaymentGateway.nullable(),
  isTrial: z.boolean(),
  chargeForUsageBasedPricesDuringTrial: z.boolean(),
  customerId: Id,
  planId: Id,
  merchantId: Id,
  billingCadence: BillingCadence,
  currency: Currency,
  netTerms: NetTerms.nullable(),
})

/** A subscription with its plan, prices and billables (section 2.1). */
export const ExpandedSubscription = Subscription.extend({ plan: Plan })

export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>
export type Subscription = z.infer<typeof Subscription>
export type ExpandedSubscription = z.infer<typeof ExpandedSubscription>
