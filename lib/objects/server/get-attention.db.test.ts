import { expect, test } from 'vitest'
import { indexContext } from '@/testing/console/index-context'
import { insertChange } from '@/testing/console/insert-change'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { runOperation } from '@/lib/run-operation'
import { indexedDifferences, openedObjects, seenObjects } from '@/lib/store/index-schema'

const store = useConsoleStore()
const NOW = Date.UTC(2027, 0, 31, 12)
const at = (days: number) => new Date(NOW + days * 86_400_000).toISOString()

const asViewer = (source: string) => indexContext(source, { now: () => new Date(NOW) })

const NOTHING = {
  overdue: [],
  failedPayments: 0,
  paymentsToConfirm: 0,
  endingSoon: 0,
  changedSubscriptions: 0,
  changedInvoices: 0,
}

test('returns nothing for an index of paid invoices and subscriptions that go on', async () => {
  const row = { source: 'calm', seenAt: at(0), row: {} }
  await store()
    .db.insert(seenObjects)
    .values([
      { ...row, kind: 'invoice', id: 'inv_paid', status: 'paid', at: at(-9) },
      { ...row, kind: 'subscription', id: 'sub_on', status: 'active', at: at(15) },
      { ...row, kind: 'subscription', id: 'sub_ended', status: 'ended', at: at(1) },
    ])
  expect(await runOperation('getAttention', asViewer('calm'), {})).toEqual(NOTHING)
})

test('sums overdue invoices by currency as the list rounds them, counts those of unknown total, and counts no invoice twice', async () => {
  const seen = { source: 'owing', seenAt: at(0) }
  const invoice = { ...seen, kind: 'invoice' as const, status: 'issued', at: at(-3), row: {} }
  const dollars = { ...invoice, subscriptionId: 'sub_usd' }
  await store()
    .db.insert(seenObjects)
    .values([
      { ...seen, kind: 'subscription', id: 'sub_usd', status: 'active', at: at(13), row: { currency: 'USD' } },
      { ...seen, kind: 'subscription', id: 'sub_eur', status: 'active', row: { currency: 'EUR' } },
      { ...dollars, id: 'inv_1', row: { total: '5', owed: '0.1' } },
      // The list shows 0.01 for each.
      { ...dollars, id: 'inv_half', row: { total: '0.005' } },
      { ...dollars, id: 'inv_half_too', row: { total: '0.005' } },
      { ...dollars, id: 'inv_2', row: { total: '90071992547409930000000.20' } },
      { ...dollars, id: 'inv_3', status: 'paymentFailed', row: { total: 'Partial: 6 of 7 lines' } },
      { ...invoice, id: 'inv_4', subscriptionId: 'sub_eur', row: { total: '7' } },
      { ...invoice, id: 'inv_5', subscriptionId: 'sub_never_seen' },
      { ...invoice, id: 'inv_due_today', at: at(0), row: { total: '5' } },
      { ...invoice, id: 'inv_confirm', at: at(9), status: 'paymentActionRequired' },
      { ...invoice, id: 'inv_failed', at: at(9), status: 'paymentFailed' },
      { ...invoice, id: 'inv_failed_without_date', at: null, status: 'paymentFailed' },
      { ...invoice, id: 'inv_gone', status: 'paymentFailed', goneAt: at(0) },
    ])
  expect(await runOperation('getAttention', asViewer('owing'), {})).toEqual({
    ...NOTHING,
    overdue: [
      { currency: 'USD', count: 5, total: '90071992547409930000000.32', unknown: 1 },
      { currency: 'EUR', count: 1, total: '7.00', unknown: 0 },
      { currency: null, count: 1, total: null, unknown: 1 },
    ],
    failedPayments: 2,
    paymentsToConfirm: 1,
    endingSoon: 1,
  })
})

test('counts and lists what changed after the user opened it last', async () => {
  const seen = { source: 'changing', seenAt: at(0), row: {} }
  const difference = { source: 'changing', field: 'status' as const, beforeAt: at(-9), seenAt: at(-1) }
  const opened = { source: 'changing', user: 'viewer@example.com' }
  const objects = [
    { kind: 'subscription', id: 'changed', openedAt: at(-2) },
    { kind: 'subscription', id: 'opened-since', openedAt: at(-1) },
    { kind: 'subscription', id: 'changed-by-the-user', openedAt: at(-2) },
    { kind: 'subscription', id: 'in-effect-later', openedAt: at(-2) },
    { kind: 'subscription', id: 'changed-by-others-later', openedAt: at(-2) },
    { kind: 'subscription', id: 'approved', openedAt: at(-2) },
    { kind: 'invoice', id: 'changed', openedAt: at(-2) },
  ] as const
  const own = { source: 'changing', state: 'CONFIRMED', actor: 'viewer@example.com' } as const
  for (const change of [
    { subscriptionId: 'changed-by-the-user', sentAt: at(-5), changedAt: at(-5) },
    { subscriptionId: 'in-effect-later', sentAt: at(-10), changedAt: at(0) },
    { subscriptionId: 'changed-by-others-later', sentAt: at(-10), changedAt: at(-8) },
    { subscriptionId: 'approved', sentAt: at(-5), changedAt: at(-5), actor: 'ann@example.com', decidedBy: own.actor },
  ])
    await insertChange(store().db, { ...own, ...change })
  await store()
    .db.insert(seenObjects)
    .values([
      ...objects.map(({ kind, id }) => ({ ...seen, kind, id })),
      { ...seen, kind: 'invoice', id: 'never-opened' },
      { ...seen, kind: 'invoice', id: 'overdue', status: 'overdue' },
    ])
  await store()
    .db.insert(openedObjects)
    .values([
      ...objects.map((object) => ({ ...opened, ...object })),
      { ...opened, kind: 'invoice', id: 'overdue', openedAt: at(-2) },
      { ...opened, user: 'another', kind: 'invoice', id: 'never-opened', openedAt: at(-2) },
    ])
  await store()
    .db.insert(indexedDifferences)
    .values(
      [...objects, { kind: 'invoice' as const, id: 'never-opened' }, { kind: 'invoice' as const, id: 'overdue' }].map(
        ({ kind, id }) => ({
          ...difference,
          kind,
          id,
        }),
      ),
    )
  expect(await runOperation('getAttention', asViewer('changing'), {})).toEqual({
    ...NOTHING,
    overdue: [{ currency: null, count: 1, total: null, unknown: 1 }],
    changedSubscriptions: 2,
    changedInvoices: 1,
  })
  const listed = async (name: 'listSubscriptions' | 'listInvoices') =>
    (await runOperation(name, asViewer('changing'), { changed: 'unseen' })).rows.map(({ id }) => id)
  expect(await listed('listSubscriptions')).toEqual(expect.arrayContaining(['changed', 'changed-by-others-later']))
  expect(await listed('listInvoices')).toEqual(expect.arrayContaining(['changed', 'overdue']))
})
