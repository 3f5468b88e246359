import { expect, test } from 'vitest'
import { exportedActivity } from '@/testing/console/exported-activity'
import { problemOf } from '@/testing/console/problem-of'
import { testContext } from '@/testing/console/test-context'
import { SCENARIO_IDS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { runOperation } from '@/lib/run-operation'

useFakeBillingApi()
const { subscription, customer } = SCENARIO_IDS
/** Other test files write to the same store, so entries are found by their reason, not as the newest. */
const mark = () => `marked ${Math.random()}`
const entryOf = async (id: string, reason: string) =>
  (await runOperation('getSubscriptionHistory', testContext('viewer'), { id })).entries.find(
    (entry) => entry.reason === reason,
  )

test('returns a change in the subscription’s history, with reason and outcome, for viewers too', async () => {
  const reason = mark()
  const input = { id: subscription.stubborn, reason, ticket: 'T-7', seen: { status: 'active', endDate: null } }
  await problemOf(runOperation('deleteSubscription', testContext(), input))
  expect(await entryOf(subscription.stubborn, reason)).toMatchObject({
    actor: 'agent@example.com',
    action: 'deleteSubscription',
    ticket: 'T-7',
    outcome: 'refused',
    detail: { seen: 'status active, endDate none', state: 'REJECTED', code: 'refused', upstreamStatus: '409' },
  })
})

test('rejects invalid filters', async () => {
  for (const wrong of [{ outcome: 'odd' }, { from: 'yesterday' }, { text: 'a\0' }, { before: '0' }, { other: 'x' }])
    expect(await problemOf(runOperation('listActivity', testContext('admin'), wrong))).toMatchObject({
      code: 'invalid_request',
    })
})

/** Two viewers in turn, because the audit leaves out most of a person's refusals after 50. */
const refused = (nth: number) => {
  const viewer = testContext('viewer')
  return { ...viewer, actor: { ...viewer.actor, name: `viewer-${nth % 2}@example.com` } }
}

test('returns the activity in pages, and as CSV without formula cells', async () => {
  const reason = `=${mark()}`
  const count = 60
  for (let done = 0; done < count; done += 1)
    await problemOf(runOperation('cancelSubscription', refused(done), { id: 'sub_1', reason }))
  const list = (search: object) => runOperation('listActivity', testContext('admin'), { text: reason, ...search })
  const folded = await list({})
  expect(
    folded.entries.map(({ actor, detail }) => [actor, detail.refused]),
    'one entry a person and hour',
  ).toEqual([
    ['viewer-1@example.com', '30'],
    ['viewer-0@example.com', '30'],
  ])
  expect(folded.next).toBeNull()
  const ofViewer = await runOperation('listActivity', testContext('viewer'), { text: reason })
  expect(ofViewer.entries.map(({ actor, detail }) => [actor, detail.refused])).toEqual([
    ['viewer-1@example.com', '30'],
    ['viewer-0@example.com', '30'],
  ])
  const page = await list({ outcome: 'refused' })
  expect(page.entries).toHaveLength(50)
  const next = await list({ outcome: 'refused', before: page.next })
  expect(next.entries).toHaveLength(count - 50)
  expect(next.next).toBeNull()

  const { fileName, rows, partial } = await exportedActivity('admin', { text: reason })
  expect(fileName).toMatch(/^activity-Local_text-.+_\d{4}-\d\d-\d\d\.csv$/)
  expect(partial).toBeNull()
  expect(rows).toHaveLength(count)
  expect(rows[0]).toMatchObject({
    Who: 'viewer-1@example.com',
    Reason: `'${reason}`,
    Outcome: 'Refused',
    Object: 'subscription',
  })
  const exports = (await runOperation('listActivity', testContext('admin'), { action: 'exportActivity' })).entries
  const exported = exports.find(({ detail }) => detail.text === reason)
  expect(exported).toMatchObject({ outcome: 'done', detail: { rows: String(count) } })
})

test('records the export of a ledger with its number of rows', async () => {
  const { bytes } = await runOperation('exportTransactions', testContext('viewer'), { externalId: customer.acme })
  while (!(await bytes.next()).done);
  const search = { action: 'exportTransactions', objectKind: 'customer', objectId: customer.acme }
  const [entry] = (await runOperation('listActivity', testContext('admin'), search)).entries
  expect(entry).toMatchObject({ outcome: 'done', detail: { rows: '45' } })
})
