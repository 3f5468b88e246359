import { expect, test } from 'vitest'
import { operationQuery } from '@/lib/queries/operation-query'
import { renderedPage } from '@/testing/console/rendered-page'
import { findRenderingFaults } from '@/testing/console/find-rendering-faults'
import { SubscriptionDetails } from './subscription-details'

test('The subscription page renders subscriptions with mutated fields and names what differs from the document', () => {
  const { queryKey } = operationQuery('getSubscription', { id: 'sub' })
  const wrong = findRenderingFaults('subscription', (view) =>
    renderedPage([[queryKey, view]], <SubscriptionDetails id="sub" />),
  )
  expect(wrong).toEqual([])
})
