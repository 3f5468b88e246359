import type { BillingCadence, NetTerms, PAYMENT_GATEWAYS } from '@/contract/billing/scalars'
import type { ExpandedSubscription, SubscriptionStatus } from '@/contract/billing/subscription'
import type { Offer } from './catalogue'

/** A demo customer with one subscription; its invoices and ledger derive from these fields. */
export interface Account {
  /** Part of every id of the account: `cus_acme`, `sub_acme`, `inv_acme_3`. */
  slug: string
  externalId: string
  name: string | null
  email: string | null
  offer: Offer
  cadence: BillingCadence
  status: SubscriptionStatus
  startDate: string
  endDate: string | null
  isTrial: boolean
  chargesUsageInTrial: boolean
  gateway: (typeof PAYMENT_GATEWAYS)[number] | null
  /** True only when the card processor charges automatically. */
  isAutoCharged: boolean
  netTerms: NetTerms
  allowCustomerChanges: boolean
  /** Has one invoice a month, each in another status, instead of one per period. */
  showsEveryInvoiceStatus: boolean
  /** What the account demonstrates; null for the crowd. */
  shows: string | null
}

export const customerIdOf = ({ slug }: Account) => `cus_${slug}`
export const subscriptionIdOf = ({ slug }: Account) => `sub_${slug}`

export function subscriptionOf(account: Account, merchantId: string, asOf: string): ExpandedSubscription {
  const { offer, startDate, endDate, gateway } = account
  const createdAt = startDate < asOf ? startDate : asOf
  return {
    id: subscriptionIdOf(account),
    createdAt,
    updatedAt: endDate !== null && endDate < asOf ? endDate : createdAt,
    startDate,
    endDate,
    status: account.status,
    allowCustomerChanges: account.allowCustomerChanges,
    autoChargeInvoice: account.isAutoCharged,
    autoSyncInvoice: gateway !== null,
    autoSendInvoice: gateway !== null && !account.isAutoCharged,
    paymentGateway: gateway,
    isTrial: account.isTrial,
    chargeForUsageBasedPricesDuringTrial: account.chargesUsageInTrial,
    customerId: customerIdOf(account),
    planId: offer.plan.id,
    merchantId,
    billingCadence: account.cadence,
    currency: 'USD',
    netTerms: account.isAutoCharged ? null : account.netTerms,
    plan: offer.plan,
  }
}
