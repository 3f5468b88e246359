import { expect, test } from 'vitest'
import { testContext } from '../../testing/test-context'
import { useVariationServer, VARIATION_IDS } from '../../testing/use-variation-server'
import { runOperation } from './run-operation'

const api = useVariationServer()
const run = (id: string) => runOperation('getSubscription', testContext('viewer'), { id })
const status = () => runOperation('getStatus', testContext('viewer'), {})

test('the status tells of the calls that pages made and of what they met, and asks the API nothing itself', async () => {
  const before = await status()
  expect(before).toMatchObject({ reads: { calls: 0, breaker: 'closed' }, writes: { calls: 0 }, lastSuccessAt: null })
  expect(Date.parse(before.since)).toBeLessThan(Date.parse(before.asOf))

  await run(VARIATION_IDS.subscription.active)
  await expect(run('nobody knows it')).rejects.toThrow('knows no subscription')
  await expect(run(VARIATION_IDS.fault.html)).rejects.toThrow('not with the JSON')
  await expect(run(VARIATION_IDS.fault.rateLimited)).rejects.toThrow('is busy')
  const asked = api().requests.length

  const after = await status()
  expect(after.reads).toMatchObject({ calls: 4, failed: 2, latencyMs: { p50: expect.any(Number) } })
  expect(after.failures).toMatchObject([
    { operation: 'getSubscription', code: 'overloaded', status: 429 },
    { operation: 'getSubscription', code: 'unreadable_response', status: 200 },
  ])
  expect(after.drift.entries).not.toEqual([])
  expect(after.drift.entries[0]).toMatchObject({
    resource: 'subscription',
    exampleId: VARIATION_IDS.subscription.active,
  })
  expect(api().requests).toHaveLength(asked)
})
