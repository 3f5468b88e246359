'use client'

import { useQuery } from '@tanstack/react-query'
import { AsOf } from '@/components/time/as-of'
import { DriftPanel } from '@/components/page/drift-panel'
import { KnownValue } from '@/components/fields/known-value'
import { ProblemPanel } from '@/components/page/problem-panel'
import { AllFields } from '@/components/ui/all-fields'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { UtcDay } from '@/components/time/utc-day'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { problemOf } from '@/lib/core/problem-of'
import { type Forecast, forecast } from '@/lib/subscriptions/forecast'
import { distanceInDays, distanceToLastDay } from '@/lib/time/instant'
import { gatewayLabel, netTermsLabel } from '@/lib/subscriptions/labels'
import { readable } from '@/lib/billing-api/unreadable'
import { operationQuery } from '@/lib/api'
import { relatedQuery } from '@/components/customers/customer-queries'
import { Breadcrumb } from '@/components/shell/breadcrumb'
import { DifferencesOf } from '@/components/objects/differences-of'
import { NotesSection } from '@/components/objects/notes-section'
import { RawJsonSection } from '@/components/page/raw-json-section'
import { ChangeNotices } from '@/components/changes/change-notice'
import { useSubscriptionChanges } from '@/components/changes/use-subscription-changes'
import { ChangeButtons } from './change-buttons'
import { SubscriptionAnswer } from './subscription-answer'
import { PlanFacts } from './plan-facts'
import { PriceTree } from './price-tree/price-tree'
import { RelatedLinks } from './related-links'
import { SubscriptionFacts } from './subscription-facts'
import { SubscriptionHistory } from './subscription-history'
import { netTermsFact } from '@/lib/subscriptions/subscription-rules'

/** The subscription page (sections 2.1 to 2.4): the answer with cancel and delete, what happens next, prices, and every field. */
export function SubscriptionDetails({ id }: { id: string }) {
  const { data: subscription, error, isFetching, refetch } = useQuery(operationQuery('getSubscription', { id }))
  const changes = useSubscriptionChanges({ subscriptionId: id, Notices: ChangeNotices })
  const related = useQuery({
    ...relatedQuery({ subscriptionId: id, customerId: subscription?.customerId }),
    enabled: subscription !== undefined,
  })

  const refresh = () => void refetch()
  const problem = error && problemOf(error)
  const gone = problem?.code === 'not_found' && subscription !== undefined
  const problemPanel = problem && !gone && (
    <ProblemPanel problem={problem} retrying={isFetching} onRetry={refresh}>
      {subscription && <p className="mt-1">Below is what was read before.</p>}
    </ProblemPanel>
  )
  if (!subscription) return problemPanel || <Skeleton className="h-96" />

  const expected = forecast(subscription, subscription.asOf)
  const [externalId, ...otherLedgers] = related.data?.externalIds ?? []
  const onlyLedger = otherLedgers.length === 0 ? externalId : undefined
  return (
    <div className="space-y-4">
      <Breadcrumb
        href="/subscriptions"
        asOf={<AsOf iso={subscription.asOf} refreshing={isFetching} onRefresh={refresh} />}
      >
        Subscriptions
      </Breadcrumb>
      {changes.notice}
      {problemPanel}
      {gone && (
        <Notice tone="watch" title="The billing API no longer knows this subscription.">
          Below is what was read before.
        </Notice>
      )}
      <SubscriptionAnswer
        subscription={subscription}
        forecast={expected}
        actions={
          <ChangeButtons
            subscriptionId={id}
            forecast={expected}
            gone={gone}
            lock={changes.lock}
            onAct={(action) => changes.act(action, { id, suggestedExternalCustomerId: onlyLedger })}
          />
        }
      />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <WhatHappensNext subscription={subscription} forecast={expected} />
        <RelatedLinks subscription={subscription} related={related.data} hasFailed={related.isError} />
      </div>
      {subscription.plan ? (
        <PriceTree
          plan={subscription.plan}
          billingCadence={readable(subscription.billingCadence)}
          runs={expected.standing.kind === 'running'}
          currency={subscription.isInMinorUnits ? null : readable(subscription.currency)}
        />
      ) : (
        <Section title="Plan, prices and billables">
          <p className="text-muted text-sm">The billing API sent no plan with this subscription.</p>
        </Section>
      )}
      <NotesSection kind="subscription" id={id} />
      <DifferencesOf kind="subscription" id={id} />
      <SubscriptionHistory id={id} />
      <AllFields>
        <SubscriptionFacts subscription={subscription} />
        {subscription.plan && <PlanFacts plan={subscription.plan} />}
      </AllFields>
      <DriftPanel drift={subscription.drift} />
      <RawJsonSection operation="getRawSubscription" input={{ id }} />
      {changes.dialog}
    </div>
  )
}

interface WhatHappensNextProps {
  subscription: SubscriptionView
  forecast: Forecast
}

/** The next event, the current billing period as the console estimates it, and how invoices are paid. */
function WhatHappensNext({ subscription, forecast: { standing, period, event, next } }: WhatHappensNextProps) {
  return (
    <Section title="What happens next" aside={event && <EventDistance event={event} asOf={subscription.asOf} />}>
      <ul className="foreign space-y-1 text-sm">
        {next
          // The page begins with why the standing is unknown.
          .filter((sentence) => standing.kind !== 'unknown' || sentence !== standing.why)
          .map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
      </ul>
      <dl className="mt-3 space-y-1 text-sm">
        {period && (
          <div className="flex flex-wrap gap-x-2">
            <dt className="text-muted">Billing period {period.number}</dt>
            <dd>
              <UtcDay iso={period.start} /> to <UtcDay iso={period.end} isEnd />
            </dd>
          </div>
        )}
        <div className="flex flex-wrap gap-x-2">
          <dt className="text-muted">Payment</dt>
          <dd className="max-w-full min-w-0">
            <PaymentTerms subscription={subscription} />
          </dd>
        </div>
      </dl>
      <p className="text-muted mt-3 text-xs">{period && 'Estimated from the start date. '}Days are UTC.</p>
    </Section>
  )
}

/** "in 3 days", or "12 days ago", in UTC days. */
function EventDistance({ event: { kind, at }, asOf }: { event: NonNullable<Forecast['event']>; asOf: string }) {
  const isEnd = kind === 'ends' || kind === 'ended'
  return (
    <span className="text-muted text-xs">{isEnd ? distanceToLastDay(at, asOf) : distanceInDays(at, asOf, 'UTC')}</span>
  )
}

/** The terms and the gateway as sent; terms do not apply to an automatic charge. */
function PaymentTerms({ subscription }: { subscription: SubscriptionView }) {
  const { netTerms, paymentGateway } = subscription
  return (
    <>
      {netTermsFact(subscription).applies ? (
        <KnownValue value={netTerms} label={netTermsLabel} />
      ) : (
        <>
          charged automatically
          {netTerms !== undefined && (
            <>
              {' '}
              (sent: <KnownValue value={netTerms} label={netTermsLabel} />)
            </>
          )}
        </>
      )}
      {' · '}
      <KnownValue value={paymentGateway} label={gatewayLabel} />
    </>
  )
}
