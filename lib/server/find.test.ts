import { expect, test } from 'vitest'
import { find } from './find'
import { problemOf } from './testing/problem-of'
import { OTHER_IDS, useOtherBillingApi } from './testing/use-other-billing-api'

const api = useOtherBillingApi()

test.each([
  ['subscription', OTHER_IDS.subscription.active, 'Odd plan · active'],
  ['subscription', OTHER_IDS.subscription.bare, 'Subscription'],
  ['invoice', OTHER_IDS.invoice.active, 'Invoice 2042 · disputed'],
  ['customer', OTHER_IDS.customer.acme, 'Transactions'],
  ['customer', OTHER_IDS.customer.empty, 'No transactions'],
])('finds a %s by %s', async (kind, id, label) => {
  expect(await find(id)).toEqual({ hits: [{ kind, id, label }], unanswered: [] })
  const asked = api().requests.filter(({ url }) => url.includes(encodeURIComponent(id)))
  expect(asked).toHaveLength(3)
})

test('finds nothing where all three answered', async () => {
  expect(await find('nobody')).toEqual({ hits: [], unanswered: [] })
})

test('does not call it nothing while one could not be asked', async () => {
  const { hits, unanswered } = await find(OTHER_IDS.fault.rateLimited)
  expect(hits).toEqual([])
  expect(unanswered.map(({ kind }) => kind)).toEqual(['subscription', 'invoice', 'customer'])
  expect(unanswered[0]?.detail).toContain('Try again in 7 s')
})

test('asks nobody for what is no id', async () => {
  const before = api().requests.length
  expect(await problemOf(find('..'))).toMatchObject({ code: 'invalid_id' })
  expect(api().requests).toHaveLength(before)
})
