import { expect, test } from 'vitest'
import { factsOf } from '@/lib/changes/server/run-change'
import { barePlan, barePrice, bareSubscription } from '@/testing/console/bare-views'
import { pricesDigest } from './prices-digest'

test('pricesDigest is that of the server, also for a plan that came as JSON', async () => {
  const plan = barePlan({ name: 'Pro – Ä', prices: [barePrice(), barePrice()] })
  const { prices } = factsOf('cancel', bareSubscription({ plan }))
  expect(prices).toMatch(/^[\w-]{43}$/)
  expect(await pricesDigest(JSON.parse(JSON.stringify(plan)))).toBe(prices)
  expect(await pricesDigest(undefined)).toBe(factsOf('cancel', bareSubscription({})).prices)
})
