import type { SubscriptionView } from '@/contract/console/subscription'
import { isUnreadable, readable } from '../../format/unreadable'

/** A subscription for rules to go by: what they read of it is null where it could not be read, and named then. */
export const knownSubscription = (view: SubscriptionView) => ({
  ...view,
  status: readable(view.status),
  startDate: readable(view.startDate),
  endDate: readable(view.endDate),
  billingCadence: readable(view.billingCadence),
  autoChargeInvoice: readable(view.autoChargeInvoice),
  paymentGateway: readable(view.paymentGateway),
  netTerms: readable(view.netTerms),
  isTrial: readable(view.isTrial),
  chargeForUsageBasedPricesDuringTrial: readable(view.chargeForUsageBasedPricesDuringTrial),
  customerId: readable(view.customerId),
  currency: readable(view.currency),
  /** Fields that were sent and could not be read. Of the view itself: drift are cut where there are many. */
  unreadable: Object.entries(view).flatMap(([field, value]) => (isUnreadable(value) ? [field] : [])),
  plan: view.plan && { ...view.plan, name: readable(view.plan.name), currency: readable(view.plan.currency) },
})

export type KnownSubscription = ReturnType<typeof knownSubscription>
