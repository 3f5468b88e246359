import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { KnownValue } from '@/components/fields/values'
import { UtcDay } from '@/components/time/utc-day'
import { Identifier } from '@/components/text/identifier'
import { NoReply, ReplyBox } from '@/components/replies/reply-box'
import { SubscriptionStatusPill } from '@/components/subscriptions/subscription-status'
import { Pill } from '@/components/ui/pill'
import { VisibleMarks } from '@/components/text/visible-marks'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import type { Forecast } from '@/lib/subscriptions/forecast'
import { subscriptionAnswer } from '@/lib/subscriptions/subscription-answer'
import { subscriptionReply } from '@/lib/subscriptions/subscription-reply'
import { gatewayLabel, netTermsLabel } from '@/lib/subscriptions/labels'
import { IN_MINOR_UNITS } from '@/lib/money/amount'
import { ENGLISH } from '@/lib/text/english'
import { isUnreadable, readable } from '@/lib/billing-api/unreadable'
import { contradictions, netTermsFact } from '@/lib/subscriptions/subscription-rules'
import { subscriptionTitle } from './subscription-title'

interface SubscriptionAnswerProps {
  subscription: SubscriptionView
  forecast: Forecast
  /** What can be done with it, at the right. */
  actions: ReactNode
  /** True while the notice has the outcome of a change and its reply. */
  isOutcomeShown: boolean
}

/** What is wrong, then the plan with its next date and its price, its status, period and terms, and the reply to the customer. */
export function SubscriptionAnswer({ subscription, forecast, actions, isOutcomeShown }: SubscriptionAnswerProps) {
  const { id, status, startDate, endDate, isTrial, asOf } = subscription
  return (
    <section aria-label="Answer" className="space-y-3">
      <Problems subscription={subscription} standing={forecast.standing} />
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
        <div className="min-w-0 leading-9 [overflow-wrap:anywhere]">
          <h1 className="foreign inline text-2xl font-semibold">
            <VisibleMarks>{subscriptionTitle(subscription)}</VisibleMarks>
          </h1>{' '}
          <p className="inline text-lg tabular-nums [unicode-bidi:isolate]">
            {subscriptionAnswer(subscription, forecast)
              .map((part) => `· ${part}`)
              .join(' ')}
          </p>
        </div>
        {actions}
      </div>
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <SubscriptionStatusPill
          status={status}
          startDate={readable(startDate)}
          endDate={readable(endDate)}
          asOf={asOf}
          withDate={false}
        />
        {isTrial === true && <Pill tone="blue">Trial</Pill>}
        {isUnreadable(isTrial) && <Pill tone="unknown">Trial: could not be read</Pill>}
        <span className="text-muted min-w-0">
          <Identifier id={id} of="subscription" />
        </span>
        <PeriodAndTerms subscription={subscription} forecast={forecast} />
      </div>
      {!isOutcomeShown && <SubscriptionReply subscription={subscription} forecast={forecast} />}
    </section>
  )
}

/** The billing period (estimated), the payment terms, and the notes of the forecast. The answer above has the period's end. */
function PeriodAndTerms({
  subscription,
  forecast: { period, notes },
}: Pick<SubscriptionAnswerProps, 'subscription' | 'forecast'>) {
  const { netTerms, paymentGateway } = subscription
  return (
    <p className="text-muted foreign min-w-0">
      {period && (
        <>
          <span title="Estimated from the start date">Billing period {period.number}</span> since{' '}
          <UtcDay iso={period.start} />
          {' · '}
        </>
      )}
      {netTermsFact(subscription).applies ? (
        <KnownValue value={netTerms} label={netTermsLabel} />
      ) : (
        'Charged automatically'
      )}
      {' · '}
      <KnownValue value={paymentGateway} label={gatewayLabel} />
      {notes.map((note) => ` · ${note}`)}
    </p>
  )
}

/** What the API's data leave unclear, with both facts of each contradiction. */
function Problems({ subscription, standing }: Pick<Forecast, 'standing'> & { subscription: SubscriptionView }) {
  const sentences = [
    ...(standing.kind === 'unknown' ? [standing.why] : []),
    ...contradictions(subscription),
    ...(subscription.isInMinorUnits ? [`${IN_MINOR_UNITS}.`] : []),
  ]
  if (sentences.length === 0) return null
  return (
    <ul aria-label="What is unclear" className="foreign text-yellow space-y-1 text-sm font-medium">
      {sentences.map((sentence) => (
        <li key={sentence} className="flex gap-1.5">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {sentence}
        </li>
      ))}
    </ul>
  )
}

/** The reply to the customer, or why nothing certain can be said. */
function SubscriptionReply({ subscription, forecast }: Pick<SubscriptionAnswerProps, 'subscription' | 'forecast'>) {
  const inEnglish = subscriptionReply(subscription, forecast, ENGLISH)
  // Why its state is unknown is above.
  if (typeof inEnglish === 'object')
    return <NoReply why={forecast.standing.kind === 'unknown' ? 'its state is unclear.' : inEnglish.why} />
  return (
    <ReplyBox
      reply={(say) => {
        const reply = subscriptionReply(subscription, forecast, say)
        return typeof reply === 'object' ? null : reply
      }}
    />
  )
}
