import type { SubscriptionView } from './subscription'
import { withoutBidi } from '@/lib/text/bidi'
import { endMs } from '@/lib/time/end'
import { formatDate, formatLastDay } from '@/lib/time/instant'
import { isUnreadable } from '@/lib/billing-api/unreadable'
import { gatewayLabel, netTermsLabel } from './labels'
import { knownSubscription } from './known-subscription'

/** Section 2.1: the card processor is the first of the three gateways; the other two are accounting packages. */
const CARD_PROCESSOR = 'stripe'
const ACCOUNTING_PACKAGES: readonly string[] = ['quickbooks', 'xero']

interface ConditionalFact {
  /** True when the field applies or may apply. */
  applies: boolean
  note?: string
}

/**
 * Lists contradictions in a subscription, with both facts of each; which fact is correct is unknown. Days are UTC.
 */
export function contradictions(subscription: SubscriptionView): string[] {
  const [currencies, dates] = [otherCurrencies(subscription), reversedDates(subscription)]
  return [
    ...(currencies === null
      ? []
      : [
          `Currencies disagree: subscription ${withoutBidi(currencies.currency)}, plan ${withoutBidi(currencies.ofPlan)}. ` +
            'Amounts are shown in the subscription’s.',
        ]),
    ...(dates === null
      ? []
      : [
          `Dates disagree: it starts ${formatDate(dates.startDate, 'UTC')} and its last day is ${formatLastDay(dates.endDate)}, before its start.`,
        ]),
  ]
}

/** Returns the currencies of a subscription and its plan when they differ. */
export function otherCurrencies(subscription: SubscriptionView): { currency: string; ofPlan: string } | null {
  const { currency, plan } = knownSubscription(subscription)
  const ofPlan = plan?.currency ?? null
  return currency === null || ofPlan === null || currency.toLowerCase() === ofPlan.toLowerCase()
    ? null
    : { currency, ofPlan }
}

/** Returns the dates of a subscription that ends before it starts. */
export function reversedDates(subscription: SubscriptionView): { startDate: string; endDate: string } | null {
  const { startDate, endDate } = knownSubscription(subscription)
  return startDate === null || endDate === null || endMs(endDate) >= Date.parse(startDate)
    ? null
    : { startDate, endDate }
}

/** Automatic charging works with the card processor as gateway only (section 2.1, autoChargeInvoice). */
export function chargingNote(subscription: SubscriptionView): string | undefined {
  const { autoChargeInvoice, paymentGateway } = knownSubscription(subscription)
  if (autoChargeInvoice !== true || paymentGateway === CARD_PROCESSOR) return undefined
  const needs = `works only with the card processor, ${gatewayLabel(CARD_PROCESSOR)}`
  if (isUnreadable(subscription.paymentGateway)) return `Automatic charging ${needs}; the gateway could not be read.`
  if (paymentGateway === null) return `Automatic charging ${needs}; no gateway was sent.`
  if (ACCOUNTING_PACKAGES.includes(paymentGateway))
    return `Not compatible with ${gatewayLabel(paymentGateway)}: automatic charging ${needs}.`
  return `Automatic charging ${needs}; this console does not know the gateway “${withoutBidi(paymentGateway)}”.`
}

/** Terms count days to payment, so they apply only when invoices are not charged automatically (2.1, netTerms). */
export function netTermsFact(subscription: SubscriptionView): ConditionalFact {
  const { autoChargeInvoice, netTerms } = knownSubscription(subscription)
  if (autoChargeInvoice === false) return { applies: true }
  if (isUnreadable(subscription.autoChargeInvoice))
    return {
      applies: true,
      note: 'They apply only when invoices are not charged automatically; whether they are could not be read.',
    }
  if (autoChargeInvoice === null)
    return { applies: true, note: 'They apply only when invoices are not charged automatically.' }
  const label = isUnreadable(subscription.netTerms)
    ? subscription.netTerms.unreadable
    : netTerms && netTermsLabel(netTerms)
  const sent = label === null ? '' : ` Sent: ${withoutBidi(label)}.`
  return { applies: false, note: `Invoices are charged automatically.${sent}` }
}

/** Section 2.1: chargeForUsageBasedPricesDuringTrial applies only when isTrial is true. */
export function trialUsageFact(subscription: SubscriptionView): ConditionalFact {
  const { isTrial, chargeForUsageBasedPricesDuringTrial: charged } = knownSubscription(subscription)
  if (isTrial === true) return { applies: true }
  if (isUnreadable(subscription.isTrial))
    return { applies: true, note: 'It applies only during a trial; whether this is one could not be read.' }
  if (isTrial === null) return { applies: true, note: 'It applies only during a trial.' }
  const unreadable = subscription.chargeForUsageBasedPricesDuringTrial
  const label = isUnreadable(unreadable) ? withoutBidi(unreadable.unreadable) : charged ? 'charged' : 'not charged'
  const sent = charged === null && !isUnreadable(unreadable) ? '' : ` Sent: ${label}.`
  return { applies: false, note: `It applies only during a trial.${sent}` }
}
