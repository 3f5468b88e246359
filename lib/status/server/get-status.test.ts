import { expect, test } from 'vitest'
import { testContext } from '@/testing/console/test-context'
import { faultId, useFakeBillingApi, SCENARIO_IDS } from '@/testing/console/use-fake-billing-api'
import { runOperation } from '@/lib/run-operation'

const api = useFakeBillingApi()
const run = (id: string) => runOperation('getSubscription', testContext('viewer'), { id })
const status = () => runOperation('getStatus', testContext('viewer'), {})

test('reports the calls and the drift of pages, without a request to the API', async () => {
  const before = await status()
  expect(before).toMatchObject({ reads: { calls: 0, breaker: 'closed' }, writes: { calls: 0 }, lastSuccessAt: null })
  expect(Date.parse(before.since)).toBeLessThan(Date.parse(before.asOf))

  await run(SCENARIO_IDS.subscription.active)
  await expect(run('nobody knows it')).rejects.toThrow('has no subscription')
  await expect(run(SCENARIO_IDS.fault.html)).rejects.toThrow('not with the JSON')
  await expect(run(SCENARIO_IDS.fault.rateLimited)).rejects.toThrow('is busy')
  const requestCount = api().requests.length

  const after = await status()
  expect(after.reads).toMatchObject({ calls: 4, failed: 2, latencyMs: { p50: expect.any(Number) } })
  expect(after.failures).toMatchObject([
    { operation: 'getSubscription', code: 'overloaded', status: 429 },
    { operation: 'getSubscription', code: 'unreadable_response', status: 200 },
  ])
  expect(after.drift.entries).not.toEqual([])
  expect(after.drift.entries[0]).toMatchObject({
    resource: 'subscription',
    exampleId: SCENARIO_IDS.subscription.active,
  })
  expect(api().requests).toHaveLength(requestCount)
})

test('counts a read with an unexpected object and one with a rejected key as failures', async () => {
  const before = await status()
  const failing = [SCENARIO_IDS.fault.list, faultId('403-message'), SCENARIO_IDS.fault.echoesKey]
  for (const id of failing) await expect(run(id)).rejects.toThrow('The billing API')
  await expect(
    runOperation('getRawSubscription', testContext('viewer'), { id: SCENARIO_IDS.fault.html }),
  ).rejects.toThrow('The billing API')
  const after = await status()
  expect([after.reads.calls, after.reads.failed]).toEqual([before.reads.calls + 4, before.reads.failed + 4])
  expect(after.lastSuccessAt).toBe(before.lastSuccessAt)
  expect(after.failures.slice(0, 4)).toMatchObject([
    { code: 'unreadable_response', status: 200, requestId: 'test' },
    { code: 'key_not_accepted', status: 401, requestId: 'test' },
    { code: 'refused', status: 403, requestId: 'test' },
    { code: 'unreadable_response', status: 200, requestId: 'test' },
  ])
})
