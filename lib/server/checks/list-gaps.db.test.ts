import { expect, test } from 'vitest'
import { testContext } from '@/testing/console/test-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { emptyIndexMemory, ObjectIndex } from '../object-index/object-index'
import { runOperation } from '../run-operation'
import { indexedLinks, seenObjects } from '../store/index-schema'

const store = useConsoleStore()
const NOW = '2026-11-15T12:00:00.000Z'

function gaps(source: string) {
  const base = testContext('viewer')
  const index = new ObjectIndex(source, emptyIndexMemory())
  return runOperation(
    'listGaps',
    { ...base, now: () => new Date(NOW), environment: { ...base.environment, index } },
    {},
  )
}

const invoice = (source: string, id: string, row: object, subscriptionId: string | null = null) => ({
  source,
  kind: 'invoice' as const,
  id,
  seenAt: NOW,
  subscriptionId,
  row,
})

test('names the numbers between the seen ones, and how many of the range were seen', async () => {
  const digits = ['7', '10', '11', '14', '14', '007', 'A-9', null]
  await store()
    .db.insert(seenObjects)
    .values(digits.map((each, nth) => invoice('numbers', `inv_${nth}`, { digits: each })))
  expect((await gaps('numbers')).numbers).toEqual({
    range: { first: '7', last: '14' },
    all: '8',
    seen: 4,
    missing: [
      { first: '8', last: '9' },
      { first: '12', last: '13' },
    ],
    more: 0,
  })
  expect((await gaps('nothing')).numbers).toEqual({ range: null, all: '0', seen: 0, missing: [], more: 0 })
})

test('counts every missing range, and names the first fifty', async () => {
  await store()
    .db.insert(seenObjects)
    .values(Array.from({ length: 61 }, (_, nth) => invoice('ranges', `inv_${nth}`, { digits: String(nth * 2) })))
  const { numbers } = await gaps('ranges')
  expect(numbers).toMatchObject({ seen: 61, all: '121', more: 10 })
  expect(numbers.missing).toHaveLength(50)
})

test('asks about active subscriptions without an invoice for the last period that has ended', async () => {
  const subscription = {
    source: 'periods',
    kind: 'subscription' as const,
    name: 'Scale',
    status: 'active',
    seenAt: NOW,
    row: { startDate: '2026-01-10T00:00:00.000Z', billingCadence: 'monthly' },
  }
  const october = { periodStart: '2026-10-10T00:00:00.000Z', periodEnd: '2026-11-10T00:00:00.000Z' }
  await store()
    .db.insert(seenObjects)
    .values([
      { ...subscription, id: 'sub_invoiced' },
      { ...subscription, id: 'sub_older' },
      { ...subscription, id: 'sub_never' },
      { ...subscription, id: 'sub_ended', status: 'ended' },
      { ...subscription, id: 'sub_trial', row: { ...subscription.row, isTrial: true } },
      { ...subscription, id: 'sub_new', row: { ...subscription.row, startDate: '2026-11-01T00:00:00.000Z' } },
      { ...subscription, id: 'sub_once', row: { ...subscription.row, billingCadence: 'oneTime' } },
      { ...subscription, id: 'sub_gone', goneAt: NOW },
      invoice('periods', 'inv_1', october, 'sub_invoiced'),
      invoice(
        'periods',
        'inv_2',
        { periodStart: '2026-09-10T00:00:00.000Z', periodEnd: '2026-10-10T00:00:00.000Z' },
        'sub_older',
      ),
    ])
  const { uninvoiced, subscriptions } = await gaps('periods')
  expect(uninvoiced.map(({ id }) => id).toSorted()).toEqual(['sub_never', 'sub_older'])
  expect(uninvoiced[0]).toMatchObject({ planName: 'Scale', ...october })
  expect(subscriptions).toEqual({ count: 6, hasMore: false })
})

test('counts all subscriptions without an invoice, and lists the first 200', async () => {
  const values = Array.from({ length: 201 }, (_, nth) => ({
    source: 'many',
    kind: 'subscription' as const,
    id: `sub_${nth}`,
    name: 'Scale',
    status: 'active',
    seenAt: NOW,
    row: { startDate: '2026-01-10T00:00:00.000Z', billingCadence: 'monthly' },
  }))
  await store().db.insert(seenObjects).values(values)
  const { uninvoiced, uninvoicedCount } = await gaps('many')
  expect([uninvoiced.length, uninvoicedCount]).toEqual([200, 201])
})

test('counts the invoices that a ledger names and the index does not have', async () => {
  const link = { source: 'links', seenAt: NOW }
  await store()
    .db.insert(seenObjects)
    .values([invoice('links', 'inv_1', {})])
  await store()
    .db.insert(indexedLinks)
    .values([
      { ...link, externalId: 'acme', id: 'invoice:inv_1' },
      { ...link, externalId: 'acme', id: 'invoice:inv_2' },
      { ...link, externalId: 'acme', id: 'customer:cus_1' },
      { ...link, externalId: 'globex', id: 'invoice:inv_1' },
    ])
  expect(await gaps('links')).toMatchObject({ unread: [{ externalId: 'acme', invoices: 1 }], moreUnread: 0 })
})
