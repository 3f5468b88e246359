import { expect, test } from 'vitest'
import { find } from './find'
import { problemOf } from './testing/problem-of'
import { VARIATION_IDS, useVariationServer } from './testing/use-variation-server'

const api = useVariationServer()

test.each([
  ['subscription', VARIATION_IDS.subscription.active, 'Odd plan · active'],
  ['subscription', VARIATION_IDS.subscription.bare, 'Subscription'],
  ['invoice', VARIATION_IDS.invoice.active, 'Invoice 2042 · disputed'],
  ['customer', VARIATION_IDS.customer.acme, 'Transactions'],
  ['customer', VARIATION_IDS.customer.empty, 'No transactions'],
])('finds a %s by %s', async (kind, id, label) => {
  expect(await find(id)).toEqual({ hits: [{ kind, id, label }], unanswered: [] })
  const asked = api().requests.filter(({ url }) => url.includes(encodeURIComponent(id)))
  expect(asked).toHaveLength(3)
})

test('finds nothing where all three answered', async () => {
  expect(await find('nobody')).toEqual({ hits: [], unanswered: [] })
})

test('does not call it nothing while one could not be asked', async () => {
  const { hits, unanswered } = await find(VARIATION_IDS.fault.rateLimited)
  expect(hits).toEqual([])
  expect(unanswered.map(({ kind }) => kind)).toEqual(['subscription', 'invoice', 'customer'])
  expect(unanswered[0]?.detail).toContain('Retry in 7 s')
})

test('asks nobody for what is no id', async () => {
  const before = api().requests.length
  expect(await problemOf(find('..'))).toMatchObject({ code: 'invalid_id' })
  expect(api().requests).toHaveLength(before)
})
