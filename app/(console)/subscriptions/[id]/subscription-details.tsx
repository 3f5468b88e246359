'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AsOf } from '@/components/as-of'
import { DriftPanel } from '@/components/drift-panel'
import { Identifier } from '@/components/identifier'
import { ProblemPanel } from '@/components/problem-panel'
import { SubscriptionStatusPill } from '@/components/subscription-status'
import { AllFields } from '@/components/ui/all-fields'
import { Notice } from '@/components/ui/notice'
import { Pill } from '@/components/ui/pill'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { UtcDay } from '@/components/utc-day'
import { VisibleMarks } from '@/components/visible-marks'
import type { SubscriptionView } from '@/contract/console/subscription'
import { problemOf } from '@/lib/browser/problem-of'
import { type Forecast, forecast } from '@/lib/domain/subscription/forecast'
import { IN_MINOR_UNITS } from '@/lib/format/amount'
import { isUnreadable, readable } from '@/lib/format/unreadable'
import { operationQuery } from '@/lib/queries/operation-query'
import { relatedQuery } from '@/lib/queries/customer-queries'
import { Breadcrumb } from '../../_shell/breadcrumb'
import { DifferencesOf } from '../../_differences/differences-of'
import { WatchButton } from '../../_watched/watch-button'
import { ResponseRawJson } from '../../_shell/raw-json-section'
import { useSubscriptionChanges } from '../../_subscription-changes/use-subscription-changes'
import { ChangeButtons } from './change-buttons'
import { SubscriptionSummary } from './subscription-summary'
import { PlanFacts } from './plan-facts'
import { PriceTree } from './price-tree/price-tree'
import { RelatedLinks } from './related-links'
import { SubscriptionFacts } from './subscription-facts'
import { SubscriptionHistory } from './subscription-history'
import { subscriptionTitle } from './subscription-title'

/** The subscription page (sections 2.1 to 2.4): summary, cancel and delete, prices and billables, and every field. */
export function SubscriptionDetails({ id }: { id: string }) {
  const { data: subscription, error, isFetching, refetch } = useQuery(operationQuery('getSubscription', { id }))
  const changes = useSubscriptionChanges(id)
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
      <SubscriptionHeading
        subscription={subscription}
        asOf={
          <>
            <WatchButton kind="subscription" id={id} />
            <AsOf iso={subscription.asOf} refreshing={isFetching} onRefresh={refresh} />
          </>
        }
      >
        <ChangeButtons
          forecast={expected}
          gone={gone}
          lock={changes.lock}
          onAct={(action) => changes.act(action, { id, suggestedExternalCustomerId: onlyLedger })}
        />
      </SubscriptionHeading>
      {changes.notice}
      {problemPanel}
      {gone && (
        <Notice tone="watch" title="The billing API no longer knows this subscription.">
          Below is what was read before.
        </Notice>
      )}
      <SubscriptionSummary subscription={subscription} forecast={expected} related={related.data} />
      {subscription.isInMinorUnits && <Notice tone="watch" title={`${IN_MINOR_UNITS}.`} />}
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
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <WhatHappensNext forecast={expected} />
        <RelatedLinks related={related.data} hasFailed={related.isError} at={subscription.asOf} />
      </div>
      <DifferencesOf kind="subscription" id={id} />
      <SubscriptionHistory id={id} />
      <AllFields>
        <SubscriptionFacts subscription={subscription} />
        {subscription.plan && <PlanFacts plan={subscription.plan} />}
      </AllFields>
      <DriftPanel drift={subscription.drift} />
      <ResponseRawJson operation="getRawSubscription" input={{ id }} />
      {changes.dialog}
    </div>
  )
}

/** The current billing period and the next event, as forecast by the console. */
function WhatHappensNext({ forecast: { period, next } }: { forecast: Forecast }) {
  return (
    <Section title="What happens next" aside={<span className="text-muted text-xs">Days are UTC</span>}>
      <ul className="foreign space-y-1 text-sm">
        {next.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {period && (
        <p className="mt-3 text-sm">
          <span className="text-muted">Current billing period (number {period.number}):</span>{' '}
          <UtcDay iso={period.start} /> to <UtcDay iso={period.end} isEnd />
        </p>
      )}
      {period && <p className="text-muted mt-3 text-xs">Estimated from the start date (UTC).</p>}
    </Section>
  )
}

interface SubscriptionHeadingProps {
  subscription: SubscriptionView
  /** The time of the read, and Refresh. */
  asOf: ReactNode
  /** The buttons, at the right. */
  children: ReactNode
}

/** The plan, the status, and the ID of the subscription. */
function SubscriptionHeading({ subscription, asOf, children }: SubscriptionHeadingProps) {
  const { id, status, startDate, endDate, isTrial } = subscription
  return (
    <div>
      <Breadcrumb href="/subscriptions" asOf={asOf}>
        Subscriptions
      </Breadcrumb>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="foreign min-w-0 text-2xl font-semibold">
              <VisibleMarks>{subscriptionTitle(subscription)}</VisibleMarks>
            </h1>
            <SubscriptionStatusPill
              status={status}
              startDate={readable(startDate)}
              endDate={readable(endDate)}
              asOf={subscription.asOf}
            />
            {isTrial === true && <Pill tone="blue">Trial</Pill>}
            {isUnreadable(isTrial) && <Pill tone="unknown">Trial: could not be read</Pill>}
          </div>
          <p className="text-muted mt-1 text-sm">
            <Identifier id={id} of="subscription" />
          </p>
        </div>
        {children}
      </div>
    </div>
  )
}
