import type { SubscriptionView } from './subscription'
import { formatDate, formatLastDay } from '@/lib/time/instant'
import { payLine } from './pay-label'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'
import type { Forecast } from './forecast'
import { knownSubscription } from './known-subscription'
import { whatTheyPay } from './plan-prices'

/**
 * Returns the answer that follows the name of a subscription: "renews 30 Nov 2026" and "$499.00 a month + usage". What its status
 * alone says is left out. Days are UTC; an end is its last day.
 */
export function subscriptionAnswer(sent: SubscriptionView, expected: Forecast): string[] {
  const price = payLine(whatTheyPay(sent), readable(sent.currency))
  // Only a running subscription that is no trial pays; an ended one may never have been paid for.
  const isPaid = expected.standing.kind === 'running' && sent.isTrial !== true && !isUnreadable(sent.isTrial)
  const amount = isPaid || expected.standing.kind === 'upcoming' ? price : `plan price ${price}`
  return [...nextWords(sent, expected), ...(sent.plan === undefined ? [] : [amount])]
}

/** Returns "renews 30 Nov 2026", and an end after it; nothing where nothing certain comes next. */
function nextWords(sent: SubscriptionView, { event, standing }: Forecast): string[] {
  const { billingCadence, endDate } = knownSubscription(sent)
  if (event !== null) {
    const isEnd = event.kind === 'ends' || event.kind === 'ended'
    const next = `${event.kind} ${isEnd ? formatLastDay(event.at) : formatDate(event.at, 'UTC')}`
    return isEnd || endDate === null ? [next] : [next, `ends ${formatLastDay(endDate)}`]
  }
  if (standing.kind !== 'running') return []
  return [billingCadence === 'oneTime' ? 'billed once' : 'renewal not known']
}
