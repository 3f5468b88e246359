import { expect, test } from 'vitest'
import { forecast } from '@/lib/subscriptions/forecast'
import { problemOf } from '@/testing/console/problem-of'
import { testContext } from '@/testing/console/test-context'
import { useFakeBillingApi, SCENARIO_IDS } from '@/testing/console/use-fake-billing-api'
import { getSubscription } from '@/lib/subscriptions/server/get-subscription'
import { runOperation } from '@/lib/run-operation'

const api = useFakeBillingApi()
const { subscription, fault } = SCENARIO_IDS

/** Returns the context of a user who authenticated this many minutes ago. */
function signedIn(minutesAgo: number) {
  const context = testContext('agent')
  const authenticatedAt = new Date(context.now().getTime() - minutesAgo * 60_000)
  const session = { id: 'ses_1', tokenHash: 'x', method: 'password', authenticatedAt } as const
  return { ...context, actor: { ...context.actor, userId: 'usr_1', session } }
}
const remove = (minutesAgo: number, id: string) =>
  runOperation('deleteSubscription', signedIn(minutesAgo), { id, reason: 'Cleaning up' })
const cancel = (minutesAgo: number, id: string) =>
  runOperation('cancelSubscription', signedIn(minutesAgo), { id, reason: 'Asked for' })
const changeRequests = () => api().requests.filter(({ method }) => method !== 'GET').length

test('requires a sign-in of the last 15 minutes for a delete, before it is sent', async () => {
  const before = changeRequests()
  expect(await problemOf(remove(16, subscription.draft))).toMatchObject({
    code: 'fresh_sign_in_required',
    outcome: 'none',
  })
  expect(changeRequests()).toBe(before)
  expect(await remove(14, subscription.draft)).toMatchObject({ change: { state: 'CONFIRMED' } })
})

test('requires it for a cancel that would delete, not for others, and sends nothing without a readable subscription', async () => {
  const upcoming = await getSubscription.run(testContext(), { id: subscription.upcoming })
  expect(forecast(upcoming, new Date().toISOString()).standing.kind).toBe('upcoming')
  const before = changeRequests()
  const refusals = {
    [subscription.upcoming]: 'fresh_sign_in_required',
    unknown: 'not_found',
    [fault.rateLimited]: 'overloaded',
  }
  for (const [id, code] of Object.entries(refusals))
    expect(await problemOf(cancel(16, id))).toMatchObject({ code, outcome: 'none' })
  expect(changeRequests()).toBe(before)
  expect(await cancel(16, subscription.active)).toMatchObject({ change: { state: 'CONFIRMED' } })
  expect(await cancel(14, subscription.upcoming)).toMatchObject({ change: { state: 'CONFIRMED' } })
})

test('does not require it in the demo, which has no sign-in', async () => {
  const removal = runOperation('deleteSubscription', testContext('admin'), { id: subscription.stubborn, reason: 'x' })
  expect(await problemOf(removal)).toMatchObject({ code: 'refused', upstreamStatus: 409 })
})
