import { describe, expect, test } from 'vitest'
import { problemOf } from '@/testing/console/problem-of'
import { FAULTS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { parseSettings } from '@/lib/core/server/settings'
import { BillingClient } from './billing-client'
import { RetryBudget } from '@/lib/core/server/call-limits'

const api = useFakeBillingApi()

function setUp(id: string) {
  const client = new BillingClient(parseSettings({ BILLING_API_BASE_URL: api().url, BILLING_API_KEY: api().key }))
  api().faults.addSubscription(id, { status: 'active' })
  const read = () => client.read({ operation: 'getSubscription', params: { id } }, { requestId: 'test' })
  const requestCount = () => api().requests.filter(({ url }) => url.includes(`/${id}/`)).length
  return { read, requestCount }
}

describe('withRetries', () => {
  test.each(['429-text', '502-html', '503-empty', '504-problem', 'reset-before', 'drops', 'truncated'])(
    'makes three attempts after %s',
    async (name) => {
      const { read, requestCount } = setUp(`again-${name}`)
      api().faults.inject(FAULTS[name] ?? {}, { id: `again-${name}` })
      await problemOf(read())
      expect(requestCount()).toBe(3)
    },
  )

  test.each(['401-error', '404-html', '409-text', '500-html', 'invalid-json', 'html', 'redirect', 'rate-limited'])(
    'makes one attempt after %s',
    async (name) => {
      const { read, requestCount } = setUp(`once-${name}`)
      api().faults.inject(FAULTS[name] ?? {}, { id: `once-${name}` })
      await problemOf(read())
      expect(requestCount()).toBe(1)
    },
  )

  test('waits for the Retry-After time up to 2 s', async () => {
    const { read, requestCount } = setUp('waits')
    api().faults.inject(FAULTS['busy-for-a-second'] ?? {}, { id: 'waits', times: 1 })
    const startedAtMs = performance.now()
    expect((await read()).status).toBe(200)
    expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(990)
    expect(requestCount()).toBe(2)
  })
})

/** Returns how many retries the budget permits before it is empty. */
const spent = (budget: RetryBudget) => {
  let count = 0
  while (budget.spend()) count += 1
  return count
}

test('earns a tenth of a retry per read, holds at most ten and starts with five', () => {
  const budget = new RetryBudget(10)
  expect(spent(budget)).toBe(5)
  for (let read = 0; read < 41; read += 1) budget.earn()
  expect(spent(budget)).toBe(4)
  for (let read = 0; read < 1_000; read += 1) budget.earn()
  expect(spent(budget)).toBe(10)
  expect(spent(new RetryBudget(0))).toBe(0)
})
