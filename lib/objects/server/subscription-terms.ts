import type { PriceTerms, SubscriptionTerms } from '@/lib/invoices/finding'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { usableDate } from '@/lib/time/usable-date'
import { readable, readableList } from '@/lib/billing-api/unreadable'

/** The most prices of a plan that the lines of an invoice are compared with. */
const MAX_PRICES = 1_000

/** Returns the terms of a subscription. Prices in a custom unit are left out. */
export function termsOf(view: SubscriptionView): SubscriptionTerms {
  const [start, cadence] = [usableDate(view.startDate), readable(view.billingCadence)]
  return {
    currency: readable(view.currency),
    billing: start === null || cadence === null ? null : { startDate: start, cadence },
    customerId: readable(view.customerId),
    netTerms: readable(view.autoChargeInvoice) === true ? null : readable(view.netTerms),
    isUsageChargedInTrial: readable(view.chargeForUsageBasedPricesDuringTrial) === true,
    prices: pricesOf(view),
  }
}

function pricesOf({ plan }: SubscriptionView): SubscriptionTerms['prices'] {
  const bases = plan?.basePlanPrices.flatMap(({ price }) => price ?? []) ?? []
  const known = new Map<string, PriceTerms>()
  for (const { id, priceType, rules, inCustomUnit } of [...bases, ...readableList(plan?.prices)].slice(0, MAX_PRICES)) {
    const priceId = readable(id)
    if (priceId !== null && !inCustomUnit) known.set(priceId, { priceType: readable(priceType), rules })
  }
  return known
}

/** Returns the prices of the same content that are known already, else these. */
export function samePrices(
  known: Map<string, SubscriptionTerms['prices']>,
  prices: SubscriptionTerms['prices'],
): SubscriptionTerms['prices'] {
  const key = JSON.stringify([...prices])
  const same = known.get(key) ?? prices
  known.delete(key)
  known.set(key, same)
  return same
}
