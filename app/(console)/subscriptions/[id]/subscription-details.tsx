'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AsOf } from '@/components/as-of'
import { DriftPanel } from '@/components/drift-panel'
import { ProblemPanel } from '@/components/problem-panel'
import { useTimeZone } from '@/components/time-zone'
import { AllFields } from '@/components/ui/all-fields'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { forecast } from '@/lib/domain/subscription/forecast'
import { planCurrency } from '@/lib/domain/subscription/what-they-pay'
import { readable } from '@/lib/format/unreadable'
import { problemOf } from '@/lib/browser/problem-of'
import { operationQuery } from '@/lib/queries/operation-query'
import { ledgersOf, useRecents, useRemember } from '@/lib/browser/recents'
import { ResponseRawJson } from '../../_shell/raw-json-section'
import { useSubscriptionChanges } from '../../_subscription-changes/use-subscription-changes'
import { ChangeButtons } from './change-buttons'
import { SubscriptionSummary } from './subscription-summary'
import { PlanFacts } from './plan-facts'
import { PriceTree } from './price-tree/price-tree'
import { RecentLinks } from './recent-links'
import { recentSubscription } from './recent-subscription'
import { SubscriptionFacts } from './subscription-facts'
import { SubscriptionHeading } from './subscription-heading'
import { SubscriptionHistory } from './subscription-history'
import { WhatHappensNext } from './what-happens-next'

/** The subscription page (sections 2.1 to 2.4): the summary, the actions, the prices and billables, and every field. */
export function SubscriptionDetails({ id }: { id: string }) {
  const timeZone = useTimeZone()
  const { data: subscription, error, isFetching, refetch } = useQuery(operationQuery('getSubscription', { id }))
  const actions = useSubscriptionChanges(id)
  const { pages } = useRecents()
  const remember = useRemember()
  useEffect(() => {
    if (subscription) remember({ ...recentSubscription(subscription), id })
  }, [id, subscription, remember])

  const refresh = () => void refetch()
  const problem = error && problemOf(error)
  const gone = problem?.code === 'not_found' && subscription !== undefined
  const problemPanel = problem && !gone && (
    <ProblemPanel problem={problem} retrying={isFetching} onRetry={refresh}>
      {subscription && <p className="mt-1">Below is what was read before.</p>}
    </ProblemPanel>
  )
  if (!subscription) return problemPanel || <Skeleton className="h-96" />

  const expected = forecast(subscription, subscription.asOf, timeZone)
  const ledgers = ledgersOf(pages, { subscriptionId: id, customerId: readable(subscription.customerId) })
  const onlyLedger = ledgers.length === 1 ? ledgers[0] : undefined
  return (
    <div className="space-y-4">
      <SubscriptionHeading
        subscription={subscription}
        asOf={<AsOf iso={subscription.asOf} refreshing={isFetching} onRefresh={refresh} />}
      >
        <ChangeButtons
          forecast={expected}
          gone={gone}
          lock={actions.lock}
          onAct={(action) => actions.act(action, { id, suggestedExternalCustomerId: onlyLedger?.id })}
        />
      </SubscriptionHeading>
      {actions.notice}
      {problemPanel}
      {gone && (
        <Notice tone="watch" title="The billing API no longer knows this subscription.">
          Below is what was read before.
        </Notice>
      )}
      <SubscriptionSummary subscription={subscription} forecast={expected} pages={pages} ledgers={ledgers} />
      {subscription.plan ? (
        <PriceTree
          plan={subscription.plan}
          billingCadence={readable(subscription.billingCadence)}
          runs={expected.standing.kind === 'running'}
          currency={planCurrency(subscription)}
        />
      ) : (
        <Section title="Plan, prices and billables">
          <p className="text-muted text-sm">The billing API sent no plan with this subscription.</p>
        </Section>
      )}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <WhatHappensNext forecast={expected} />
        <RecentLinks subscriptionId={id} pages={pages} ledgers={ledgers} />
      </div>
      <SubscriptionHistory id={id} />
      <AllFields>
        <SubscriptionFacts subscription={subscription} />
        {subscription.plan && <PlanFacts plan={subscription.plan} />}
      </AllFields>
      <DriftPanel drift={subscription.drift} />
      <ResponseRawJson operation="getRawSubscription" input={{ id }} />
      {actions.dialog}
    </div>
  )
}
