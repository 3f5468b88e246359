import { expect, test } from 'vitest'
import { operationQuery } from '@/lib/queries/operation-query'
import { renderedPage } from '@/testing/console/rendered-page'
import { eachMutated } from '@/testing/console/each-mutated'
import { SubscriptionDetails } from './subscription-details'

test('whatever becomes of a subscription’s fields, its page shows it and names what is not as documented', () => {
  const { queryKey } = operationQuery('getSubscription', { id: 'sub' })
  const wrong = eachMutated('subscription', (view) =>
    renderedPage([[queryKey, view]], <SubscriptionDetails id="sub" />),
  )
  expect(wrong).toEqual([])
})
