import { expect, test } from 'vitest'
import { operationQuery } from '@/lib/queries/operation-query'
import { renderedPage } from '@/lib/testing/rendered-page'
import { eachMutated } from '@/lib/testing/each-mutated'
import { SubscriptionDetails } from './subscription-details'

test('whatever becomes of a subscription’s fields, its page shows it and names what is not as documented', () => {
  const { queryKey } = operationQuery('getSubscription', { id: 'sub' })
  const wrong = eachMutated('subscription', (view) =>
    renderedPage([[queryKey, view]], <SubscriptionDetails id="sub" />),
  )
  expect(wrong).toEqual([])
})
