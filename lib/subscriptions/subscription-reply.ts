import type { SubscriptionView } from './subscription'
import { nameInSentence } from '@/lib/text/bidi'
import { basePriceAmount } from './pay-label'
import type { Sentences } from '@/lib/text/english'
import { type Reply, replyOf } from '@/lib/text/reply'
import { otherCurrencies, reversedDates } from './subscription-rules'
import { readable } from '@/lib/billing-api/unreadable'
import { lastMoment } from '@/lib/time/end'
import { couldNotBeRead, type Forecast } from './forecast'
import { type KnownSubscription, knownSubscription } from './known-subscription'
import { whatTheyPay } from './plan-prices'

/**
 * Returns what to tell a customer about the state of their subscription (sections 2.1, 3.1 and 4), or why nothing certain can be
 * said. Says only what was read, and the start of the next billing period as the console computes it (gaps.md). Days are UTC; an end is
 * named by its last day.
 */
export function subscriptionReply(
  sent: SubscriptionView,
  { standing, event, period }: Pick<Forecast, 'standing' | 'event' | 'period'>,
  say: Sentences,
): Reply | { why: string } {
  const subscription = knownSubscription(sent)
  const { status, startDate, endDate, billingCadence, isTrial } = subscription
  const name = nameInSentence(subscription.plan?.name ?? null)
  const isReversed = reversedDates(sent) !== null
  const lastDay = endDate === null || isReversed ? null : say.day(lastMoment(endDate))
  if (isReversed && (standing.kind === 'upcoming' || standing.kind === 'running'))
    return { why: 'It ends before it starts.' }
  switch (standing.kind) {
    case 'unknown':
      return { why: standing.why }
    case 'draft':
      return replyOf(say.draftSubscription(name), [])
    case 'upcoming': {
      const day = startDate === null ? null : say.day(startDate)
      const more = [...(lastDay === null ? [] : [say.endsAt(lastDay)]), ...priceSentences(sent, say)]
      if (status === 'draft' || day === null)
        return replyOf(say.draftSubscription(name), [...(day === null ? [] : [say.draftStart(day)]), ...more])
      return replyOf(say.startsOn(name, day), more)
    }
    case 'over':
      if (status === 'deleted') return replyOf(say.removed(name, false), [])
      return replyOf(say.ended(name, event?.kind === 'ended' ? lastDay : null, false), [])
    case 'running': {
      if (couldNotBeRead(subscription, 'endDate')) return { why: 'Its end date could not be read.' }
      if (couldNotBeRead(subscription, 'isTrial')) return { why: 'Whether it is a trial could not be read.' }
      const trial = isTrial === true ? trialSentences(subscription, say) : []
      if (event?.kind === 'ends')
        return replyOf(say.scheduledEnd(name, lastDay), [say.activeUntilThen, ...trial, ...priceSentences(sent, say)])
      const state = isTrial === true ? say.isTrial(name) : say.isActive(name)
      const next = period !== null && event?.kind === 'renews' ? say.nextPeriod(say.day(event.at)) : null
      const once = billingCadence === 'oneTime' ? say.billedOnce : null
      const answer = [state, lastDay === null ? (once ?? next) : say.endsAt(lastDay)].filter((text) => text !== null)
      const more = lastDay !== null && next !== null ? [next] : []
      return replyOf(answer.join(' '), [...more, ...trial, ...priceSentences(sent, say)])
    }
  }
}

function trialSentences(
  { chargeForUsageBasedPricesDuringTrial: charged }: KnownSubscription,
  say: Sentences,
): string[] {
  return charged === null ? [] : [say.trialUsage(charged)]
}

/** Names the base price of the subscription's interval when nothing but usage is charged beside it. */
function priceSentences(subscription: SubscriptionView, say: Sentences): string[] {
  const pay = whatTheyPay(subscription)
  const amount = basePriceAmount(pay)
  const hasOthers = pay.besides.length > 0 || pay.unknown > 0 || pay.isListUnreadable
  if (pay.isBaseContradicted || otherCurrencies(subscription) !== null) return []
  const written = amount === null ? null : say.money(amount, readable(subscription.currency))
  if (written === null || pay.billingCadence === null || hasOthers) return []
  const price = say.basePrice(written, pay.billingCadence)
  return price === '' ? [] : [price, ...(pay.metered > 0 ? [say.usageBesides] : [])]
}
