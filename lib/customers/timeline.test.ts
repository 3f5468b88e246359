import { expect, test } from 'vitest'
import type { CustomerInvoice } from './customer'
import type { IndexedSubscription } from '@/lib/objects/indexed-objects'
import { bareTransaction } from '@/testing/console/bare-views'
import { countAhead, customerTimeline } from './timeline'

const day = (text: string) => `2026-${text}T00:00:00.000Z`
const SEEN = { asOf: day('11-01'), goneAt: null, customerId: 'cus_1' }
const subscription: IndexedSubscription = {
  ...SEEN,
  deletedAt: null,
  id: 'sub_1',
  planName: 'Scale',
  status: 'active',
  startDate: day('01-01'),
  endDate: day('12-01'),
  billingCadence: 'monthly',
  pays: null,
  basePrice: null,
  currency: null,
}
const invoice = (id: string, status: string): CustomerInvoice => ({
  ...SEEN,
  id,
  number: id,
  status,
  total: '5',
  owed: null,
  chain: null,
  currency: 'USD',
  issueDate: day('10-01'),
  dueDate: day('10-31'),
  checked: null,
  periodStart: null,
  periodEnd: null,
  subscriptionId: 'sub_1',
  compared: 'all' as const,
})
const entry = (type: string, date: string, amount: string, unit = 'credits') =>
  bareTransaction({ id: `${type} ${date}`, type, amount, createdAt: day(date), allocationBlock: { pricingUnit: unit } })

const idsOf = (transactions: Parameters<typeof customerTimeline>[1]) =>
  customerTimeline({ subscriptions: [], invoices: [], differences: [], changes: [], notes: [] }, transactions).map(
    (each) => (each.kind === 'ledger' ? each.transaction.id : each.kind),
  )

test('holds starts, ends, invoices and what is still due, newest first', () => {
  const timeline = customerTimeline(
    {
      subscriptions: [subscription],
      invoices: [invoice('1', 'paid'), invoice('2', 'issued')],
      differences: [],
      changes: [],
      notes: [],
    },
    [entry('expiration', '10-15', '-3')],
  )
  expect(timeline.map(({ at, kind, ...more }) => [at.slice(5, 10), kind, 'event' in more ? more.event : ''])).toEqual([
    ['11-30', 'subscription', 'ends'],
    ['10-31', 'invoice', 'due'],
    ['10-15', 'ledger', ''],
    ['10-01', 'invoice', 'issued'],
    ['10-01', 'invoice', 'issued'],
    ['01-01', 'subscription', 'starts'],
  ])
})

test('leaves out what has no date', () => {
  const undated = { ...subscription, startDate: null, endDate: null }
  expect(
    customerTimeline({ subscriptions: [undated], invoices: [], differences: [], changes: [], notes: [] }, [
      bareTransaction({ id: 'tx', type: 'x' }),
    ]),
  ).toEqual([])
})

test('leaves out the due day of a credit and of an invoice of zero', () => {
  const invoices = ['-12.50', '0.00'].map((total) => ({ ...invoice(total, 'issued'), total }))
  const events = customerTimeline({ subscriptions: [], invoices, differences: [], changes: [], notes: [] }, [])
  expect(events.map((each) => 'event' in each && each.event)).toEqual(['issued', 'issued'])
})

test('leaves out placeholder dates', () => {
  const none = '0001-01-01T00:00:00.000Z'
  const subscriptions = [{ ...subscription, startDate: none, endDate: '9999-12-31T00:00:00.000Z' }]
  const invoices = [{ ...invoice('1', 'issued'), issueDate: none, dueDate: '1970-01-01T00:00:00.000Z' }]
  expect(customerTimeline({ subscriptions, invoices, differences: [], changes: [], notes: [] }, [])).toEqual([])
})

test('holds the three largest uses of each pool, and every entry of another or unknown type', () => {
  const uses = ['-1', '-5', '-3', '-4', '-2'].map((amount, nth) => entry('usage', `10-0${nth + 1}`, amount))
  const others = [
    entry('usage', '09-01', '-1', 'seats'),
    entry('frobnicate', '08-01', '1'),
    entry('usage', '07-01', '0'),
  ]
  expect(idsOf([...uses, ...others])).toEqual([
    'usage 10-04',
    'usage 10-03',
    'usage 10-02',
    'usage 09-01',
    'frobnicate 08-01',
  ])
})

test('orders an end by its last day, and counts what is on a later day than today', () => {
  const due = { ...invoice('1', 'issued'), issueDate: null, dueDate: day('11-30') }
  const entries = customerTimeline(
    { subscriptions: [subscription], invoices: [due], differences: [], changes: [], notes: [] },
    [entry('expiration', '11-20', '-3')],
  )
  expect(entries.map(({ at }) => at.slice(5, 10))).toEqual(['11-30', '11-30', '11-20', '01-01'])
  expect(countAhead(entries, '2026-11-29T23:59:59.999Z')).toBe(2)
  expect(countAhead(entries, day('11-30'))).toBe(0)
})
