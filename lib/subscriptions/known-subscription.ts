import type { SubscriptionView } from './subscription'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'
import { placeholderDay, usableDate } from '@/lib/time/usable-date'

/** Returns the subscription with null for each unreadable value and each placeholder date, and lists these fields. */
export const knownSubscription = (view: SubscriptionView) => ({
  ...view,
  status: readable(view.status),
  startDate: usableDate(view.startDate),
  endDate: usableDate(view.endDate),
  billingCadence: readable(view.billingCadence),
  autoChargeInvoice: readable(view.autoChargeInvoice),
  paymentGateway: readable(view.paymentGateway),
  netTerms: readable(view.netTerms),
  isTrial: readable(view.isTrial),
  chargeForUsageBasedPricesDuringTrial: readable(view.chargeForUsageBasedPricesDuringTrial),
  customerId: readable(view.customerId),
  currency: readable(view.currency),
  /** The fields with unreadable values. Taken from the view, because the drift list is cut when it is long. */
  unreadable: Object.entries(view).flatMap(([field, value]) => (isUnreadable(value) ? [field] : [])),
  /** The UTC days of placeholder dates: `0001-01-01`. */
  placeholders: { startDate: placeholderDay(view.startDate), endDate: placeholderDay(view.endDate) },
  plan: view.plan && { ...view.plan, name: readable(view.plan.name), currency: readable(view.plan.currency) },
})

export type KnownSubscription = ReturnType<typeof knownSubscription>
