import type { InvoiceSum } from '@/lib/invoices/invoice-chain'
import { sumStatusLabel } from '../status-names'
import { Big } from 'big.js'
import { expect, test } from 'vitest'
import { AGES } from '../indexed-objects'
import { indexContext } from '@/testing/console/index-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { runOperation } from '@/lib/run-operation'
import { seenObjects } from '@/lib/store/index-schema'

const store = useConsoleStore()
const NOW = Date.UTC(2027, 0, 31, 12)
const at = (days: number) => new Date(NOW + days * 86_400_000).toISOString()

const byCurrency = <Sum extends InvoiceSum>(sums: Sum[], of: (sum: Sum) => string | null) =>
  Object.fromEntries(
    sums.map((sum) => [
      `${of(sum)} ${sum.currency}`,
      [sum.count, sum.total && new Big(sum.total).toFixed(), sum.unknown],
    ]),
  )

const plainChain = (chain: object | null | undefined) =>
  Object.fromEntries(Object.entries(chain ?? {}).map(([name, sum]) => [name, new Big(sum).toFixed()]))

test('sums all matches by status and age, each to the smallest unit, and counts unknown totals apart', async () => {
  const context = indexContext('sums', { now: () => new Date(NOW) })
  const seen = { source: 'sums', seenAt: at(0) }
  const subscription = { ...seen, kind: 'subscription' as const, status: 'active' }
  const invoice = { ...seen, kind: 'invoice' as const, status: 'issued', subscriptionId: 'sub_usd' }
  await store()
    .db.insert(seenObjects)
    .values([
      { ...subscription, id: 'sub_usd', name: 'Scale', row: { currency: 'USD' } },
      { ...subscription, id: 'sub_jpy', name: 'Starter', row: { currency: 'JPY' } },
      { ...invoice, id: 'due', at: at(0), row: { total: '10.005', issueDate: '2027-01-01T00:00:00.000Z' } },
      { ...invoice, id: 'day', at: at(-1), row: { total: '-1', issueDate: '2026-12-31T23:59:59.999Z' } },
      { ...invoice, id: 'one', at: at(-1), row: { total: '1' } },
      { ...invoice, id: 'thirty', at: at(-30), row: { total: '2' } },
      { ...invoice, id: 'thirty-one', at: at(-31), row: { total: '4' } },
      { ...invoice, id: 'sixty-one', at: at(-61), seenAt: at(-5), row: { total: 'Partial: 6 of 7 lines' } },
      { ...invoice, id: 'ninety', at: at(-90), row: { total: '80', sentTotal: '90', owed: '8' } },
      { ...invoice, id: 'credited', at: at(-90), row: { total: '64', owed: '0.00', sentTotal: '64' } },
      { ...invoice, id: 'ninety-one', at: at(-91), row: { total: '16' } },
      { ...invoice, id: 'no-date', at: null, row: { total: '32' } },
      { ...invoice, id: 'unknown-currency', status: 'void', subscriptionId: null, row: { total: '7' } },
      { ...invoice, id: 'unread-currency', status: 'void', row: { total: '8', currency: 'Unreadable: {}' } },
      { ...invoice, id: 'unread-too', status: 'void', row: { total: '9', currency: 'Unreadable: {}' } },
      { ...invoice, id: 'void', status: 'void', row: { total: '500', sentTotal: '500', owed: '200' } },
      { ...invoice, id: 'draft', status: 'draft', at: at(-1), row: { total: '600' } },
      { ...invoice, id: 'gone', goneAt: at(0), at: at(-1), row: { total: '700' } },
      { ...invoice, id: 'yen', at: at(-2), subscriptionId: 'sub_jpy', row: { total: '100.5' } },
      { ...invoice, id: 'paid', status: 'paid', at: at(-200), verdict: 'look', judgedAt: at(0), row: { total: '64' } },
    ])
  const sums = await runOperation('sumInvoices', context, {})
  expect(byCurrency(sums.byStatus, sumStatusLabel)).toEqual({
    'Issued USD': [10, '218.01', 1],
    'Issued, gone USD': [1, '700', 0],
    'Issued JPY': [1, '101', 0],
    'Paid USD': [1, '64', 0],
    'Void null': [3, null, 3],
    'Void USD': [1, '500', 0],
    'Draft USD': [1, '600', 0],
  })
  expect(byCurrency(sums.owed, ({ age }) => age)).toEqual({
    'notDue USD': [1, '10.01', 0],
    'to30 USD': [2, '3', 0],
    'to30 JPY': [1, '101', 0],
    'to60 USD': [1, '4', 0],
    'to90 USD': [2, '8', 1],
    'over90 USD': [1, '16', 0],
    'noDate USD': [1, '32', 0],
    'credit USD': [1, '-1', 0],
  })
  const [charged] = sums.chains.filter(({ currency, isCharged }) => currency === 'USD' && isCharged)
  expect(charged).toMatchObject({ count: 11, unknown: 1, unclear: 0 })
  expect(plainChain(charged?.chain)).toEqual({
    lines: '272.01',
    beside: '10',
    total: '282.01',
    settled: '210',
    due: '72.01',
  })
  // Invoices that are not charged have a sum of their own, without a due.
  const notCharged = sums.chains.find(({ currency, isCharged }) => currency === 'USD' && !isCharged)
  expect(notCharged?.chain).toMatchObject({ lines: '1800', total: '1800', settled: null, due: null })
  const due = sums.byStatus.map((sum) => [`${sumStatusLabel(sum)} ${sum.currency}`, sum.chain?.due])
  expect(Object.fromEntries(due)).toMatchObject({ 'Issued USD': '72.01', 'Issued, gone USD': null, 'Void USD': null })
  expect(sums).toMatchObject({ oldest: at(-5), readAt: at(0) })

  // Each age, month, plan and verdict is a filter of the list too.
  const ids = async (filter: object) =>
    (await runOperation('listInvoices', context, { ...filter, sort: 'due', order: 'asc' })).rows.map(({ id }) => id)
  for (const age of AGES) {
    const owed = sums.owed.filter((sum) => sum.age === age).reduce((total, { count }) => total + count, 0)
    expect({ age, ids: (await ids({ due: age })).length }).toEqual({ age, ids: owed })
  }
  expect(await ids({ due: 'to30' })).toEqual(['thirty', 'yen', 'one'])
  expect(await ids({ issued: '2027-01' })).toEqual(['due'])
  expect(await ids({ issued: '2026-12' })).toEqual(['day'])
  expect(await ids({ plan: 'start' })).toEqual(['yen'])
  expect(await ids({ verdict: 'look' })).toEqual(['paid'])
  expect(await ids({ verdict: 'unchecked' })).toEqual([])
})
