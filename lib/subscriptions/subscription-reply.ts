import { Big } from 'big.js'
import type { SubscriptionView } from './subscription'
import { nameInSentence } from '@/lib/text/bidi'
import { basePriceAmount } from './pay-label'
import type { ReplyPrice, Sentences } from '@/lib/text/english'
import { otherCurrencies, reversedDates } from './subscription-rules'
import { readable } from '@/lib/billing-api/unreadable'
import { lastMoment } from '@/lib/time/end'
import { couldNotBeRead, type Forecast } from './forecast'
import { type KnownSubscription, knownSubscription } from './known-subscription'
import { whatTheyPay } from './plan-prices'

/**
 * Returns what to tell a customer about the state of their subscription (sections 2.1, 3.1 and 4), or why nothing certain can be
 * said: when it renews and for how much, until when it stays and what is charged until then, and that an end is final. Days are UTC; an
 * end is named by its last day.
 */
export function subscriptionReply(
  sent: SubscriptionView,
  { standing, event, period }: Pick<Forecast, 'standing' | 'event' | 'period'>,
  say: Sentences,
): string | { why: string } {
  const subscription = knownSubscription(sent)
  const { status, startDate, endDate, billingCadence, isTrial } = subscription
  const name = nameInSentence(subscription.plan?.name ?? null)
  const isReversed = reversedDates(sent) !== null
  const lastDay = endDate === null || isReversed ? null : say.day(lastMoment(endDate))
  const price = priceOf(sent, say)
  if (isReversed && (standing.kind === 'upcoming' || standing.kind === 'running'))
    return { why: 'It ends before it starts.' }
  switch (standing.kind) {
    case 'unknown':
      return { why: standing.why }
    case 'draft':
      return say.notStarted(name, null)
    case 'upcoming': {
      const day = startDate === null ? null : say.day(startDate)
      const starts = status === 'draft' || day === null ? say.notStarted(name, day) : say.startsOn(name, day, price)
      return joined([starts, lastDay !== null && say.endsAt(lastDay)])
    }
    case 'over': {
      const over = status === 'deleted' ? say.removed(name) : say.ended(name, event?.kind === 'ended' ? lastDay : null)
      return joined([over, say.isFinal])
    }
    case 'running': {
      if (couldNotBeRead(subscription, 'endDate')) return { why: 'Its end date could not be read.' }
      if (couldNotBeRead(subscription, 'isTrial')) return { why: 'Whether it is a trial could not be read.' }
      // What a trial costs, and what follows it, is not known.
      const paid = isTrial === true ? null : price
      const trial = isTrial === true && trialSentence(subscription, say)
      if (event?.kind === 'ends') {
        // Without its billing period it may renew before the end.
        const isLastPeriod = period !== null || billingCadence === 'oneTime' || lastDay === null
        const ends = isLastPeriod ? say.ends(name, lastDay) : joined([say.isActive(name), say.endsAt(lastDay)])
        return joined([ends, trial, say.untilThen(paid), say.endIsFinal])
      }
      const next = period !== null && event?.kind === 'renews' ? say.day(event.at) : null
      return joined([
        isTrial === true ? say.isTrial(name) : say.isActive(name),
        billingCadence === 'oneTime' && say.billedOnce,
        next !== null && (isTrial === true ? say.nextPeriod(next) : say.renewsOn(next, paid)),
        lastDay !== null && say.endsAt(lastDay),
        trial,
      ])
    }
  }
}

/** Joins sentences, without those that do not apply. */
const joined = (sentences: readonly (string | false)[]) => sentences.filter(Boolean).join(' ')

const trialSentence = ({ chargeForUsageBasedPricesDuringTrial: charged }: KnownSubscription, say: Sentences) =>
  charged !== null && say.trialUsage(charged)

/** Returns the base price of the subscription's interval; null when it is not certain. */
function priceOf(subscription: SubscriptionView, say: Sentences): ReplyPrice | null {
  const pay = whatTheyPay(subscription)
  const [amount, rules] = [basePriceAmount(pay), pay.base?.price?.rules]
  if (amount === null || pay.billingCadence === null || pay.isBaseContradicted) return null
  if (otherCurrencies(subscription) !== null) return null
  // What several of them cost is not known.
  if (rules?.kind === 'fixed' && rules.quantity !== undefined && !new Big(rules.quantity).eq(1)) return null
  const written = say.money(amount, readable(subscription.currency))
  const isBaseOnly = pay.besides.length > 0 || pay.unknown > 0 || pay.isListUnreadable
  return written === null
    ? null
    : {
        amount: written,
        cadence: pay.billingCadence,
        isBaseOnly,
        hasOthers: pay.besides.length > 0,
        hasUsage: pay.metered > 0,
      }
}
