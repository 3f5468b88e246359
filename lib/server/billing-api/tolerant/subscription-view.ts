import { BillingCadence, Currency, NetTerms, PAYMENT_GATEWAYS } from '@/contract/billing/scalars'
import { SubscriptionStatus } from '@/contract/billing/subscription'
import type { SubscriptionView } from '@/contract/console/subscription'
import type { EveryField } from '@/contract/console/view-of'
import { readable } from '../../../format/unreadable'
import { responseReader } from './response-reader'
import type { ReadingContext } from './field-reader'
import { planView } from './plan-view'

/**
 * Returns the view of a subscription with its plan (section 2.1), from an exact-parsed response.
 * @throws ProblemError `unreadable_response` when the value is not an object with an id
 */
export function subscriptionView(json: unknown, context: ReadingContext): EveryField<SubscriptionView> {
  // The currency decides how the amounts of the plan are read.
  const { fields } = responseReader(json, { ...context, tally: undefined })
  const currency = readable(fields.text('currency'))
  const { id, fields: subscription } = responseReader(json, { ...context, currency })
  return {
    id,
    createdAt: subscription.instant('createdAt'),
    updatedAt: subscription.instant('updatedAt'),
    startDate: subscription.instant('startDate'),
    endDate: subscription.end('endDate', 'optional'),
    status: subscription.choice('status', SubscriptionStatus.options),
    allowCustomerChanges: subscription.flag('allowCustomerChanges'),
    autoChargeInvoice: subscription.flag('autoChargeInvoice'),
    autoSyncInvoice: subscription.flag('autoSyncInvoice'),
    autoSendInvoice: subscription.flag('autoSendInvoice'),
    paymentGateway: subscription.choice('paymentGateway', PAYMENT_GATEWAYS, 'nullable'),
    isTrial: subscription.flag('isTrial'),
    chargeForUsageBasedPricesDuringTrial: subscription.flag('chargeForUsageBasedPricesDuringTrial'),
    customerId: subscription.text('customerId'),
    planId: subscription.text('planId'),
    merchantId: subscription.text('merchantId'),
    billingCadence: subscription.choice('billingCadence', BillingCadence.options),
    currency: subscription.choice('currency', Currency.options),
    netTerms: subscription.choice('netTerms', NetTerms.options, 'nullable'),
    plan: subscription.object('plan', planView),
    isInMinorUnits: subscription.isInMinorUnits(),
    drift: subscription.drift(),
    asOf: context.asOf,
  }
}
