'use client'

import { useQuery } from '@tanstack/react-query'
import { AsOf } from '@/components/time/as-of'
import { DriftPanel } from '@/components/page/drift-panel'
import { QueryProblem } from '@/components/page/query-problem'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { Skeleton } from '@/components/ui/skeleton'
import { lazyWithRetry } from '@/components/ui/lazy-with-retry'
import { problemOf } from '@/lib/core/problem-of'
import { forecast } from '@/lib/subscriptions/forecast'
import { readable } from '@/lib/billing-api/unreadable'
import { operationQuery } from '@/lib/api'
import { relatedQuery } from '@/components/customers/customer-queries'
import { Breadcrumb } from '@/components/shell/breadcrumb'
import { DifferencesOf } from '@/components/objects/differences-of'
import { NotesSection } from '@/components/objects/notes-section'
import { AskedContent, useAskedParts } from '@/components/page/asked-parts'
import { useSubscriptionChanges } from '@/components/changes/use-subscription-changes'
import { ChangeButtons } from './change-buttons'
import { SubscriptionAnswer } from './subscription-answer'
import { PriceTree } from './price-tree/price-tree'
import { RelatedLinks } from './related-links'

/** Loaded after the page, and only with entries. */
const SubscriptionHistory = lazyWithRetry(() =>
  import('./subscription-history').then((module) => module.SubscriptionHistory),
)

/** Loads when it is asked for. */
const SubscriptionFields = lazyWithRetry(
  () => import('./subscription-facts').then((module) => module.SubscriptionFields),
  <Skeleton className="h-96" />,
)

/** The subscription page (sections 2.1 to 2.4): the answer with cancel and delete, invoices, prices, history, and every field. */
export function SubscriptionDetails({ id }: { id: string }) {
  const query = useQuery(operationQuery('getSubscription', { id }))
  const { data: subscription, error, isFetching, refetch } = query
  const changes = useSubscriptionChanges(id)
  const parts = useAskedParts()
  const history = useQuery(operationQuery('getSubscriptionHistory', { id }))
  const related = useQuery({
    ...relatedQuery({ subscriptionId: id, customerId: subscription?.customerId }),
    enabled: subscription !== undefined,
  })

  if (!subscription) return query.isPending ? <Skeleton className="h-96" /> : <QueryProblem query={query} />

  const gone = error !== null && problemOf(error).code === 'not_found'
  const expected = forecast(subscription, subscription.asOf)
  const [externalId, ...otherLedgers] = related.data?.externalIds ?? []
  const onlyLedger = otherLedgers.length === 0 ? externalId : undefined
  return (
    <div className="space-y-4">
      <Breadcrumb
        href="/subscriptions"
        asOf={<AsOf iso={subscription.asOf} refreshing={isFetching} onRefresh={() => void refetch()} />}
      >
        Subscriptions
      </Breadcrumb>
      {changes.notice}
      {gone ? (
        <Notice tone="watch" title="The billing API no longer knows this subscription.">
          Below is what was read before.
        </Notice>
      ) : (
        <QueryProblem query={query} />
      )}
      <SubscriptionAnswer
        subscription={subscription}
        forecast={expected}
        isOutcomeShown={changes.isOutcomeShown}
        actions={
          <ChangeButtons
            subscriptionId={id}
            forecast={expected}
            gone={gone}
            lock={changes.lock}
            parts={parts}
            isOutcomeShown={changes.isOutcomeShown}
            onAct={(action) => changes.act(action, { id, suggestedExternalCustomerId: onlyLedger })}
          />
        }
      />
      <RelatedLinks subscription={subscription} related={related.data} hasFailed={related.isError} />
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
      {!changes.isOutcomeShown && <DifferencesOf kind="subscription" id={id} />}
      <NotesSection kind="subscription" id={id} parts={parts} />
      {(history.error || (history.data?.entries.length ?? 0) > 0) && <SubscriptionHistory id={id} />}
      <DriftPanel drift={subscription.drift} />
      <AskedContent
        parts={parts}
        fields={<SubscriptionFields subscription={subscription} />}
        raw="getRawSubscription"
        input={{ id }}
      />
      {changes.dialog}
    </div>
  )
}
