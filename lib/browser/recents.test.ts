import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RecentCustomer, RecentInvoice, RecentSubscription } from './recent-page'
import { ledgersOf, Recents } from './recents'

const kept = new Map<string, string>()

beforeEach(() => {
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('window', { localStorage, addEventListener: () => undefined, removeEventListener: () => undefined })
})
afterEach(() => {
  vi.unstubAllGlobals()
  kept.clear()
})

const asOf = '2027-02-10T12:00:00.000Z'
const subscription: RecentSubscription = {
  kind: 'subscription',
  id: 'sub_1',
  label: 'Scale',
  asOf,
  status: 'active',
  startDate: null,
  endDate: '2027-03-03T00:00:00.000Z',
  customerId: 'cus_1',
}
const invoice: RecentInvoice = {
  kind: 'invoice',
  id: 'inv_1',
  label: 'Invoice 1042',
  asOf,
  number: '1042',
  status: { unreadable: '[7]' },
  total: '515.00',
  currency: 'USD',
  dueDate: null,
  periodStart: null,
  periodEnd: null,
  subscriptionId: 'sub_1',
  customerId: 'cus_1',
}
const customer: RecentCustomer = {
  kind: 'customer',
  id: 'acme',
  label: 'acme',
  asOf,
  balances: [{ unit: 'credits', balance: '12.50' }],
  lastEntry: { createdAt: '2027-02-09T00:00:00.000Z', amount: '-2.5', unit: 'credits' },
  invoiceIds: ['inv_1'],
}

it('Recents keeps environments and users apart', () => {
  const [test, live] = [new Recents(['Test']), new Recents(['Live'])]
  test.remember(subscription)
  expect(test.read()).toEqual([subscription])
  expect(live.read()).toEqual([])
  expect(new Recents(['Test', 'jo']).read()).toEqual([])
  new Recents(['a:b']).remember(customer)
  expect(new Recents(['a', 'b']).read()).toEqual([])
  live.remember(customer)
  live.forget()
  expect(live.read()).toEqual([])
  expect(new Recents(['Test']).read()).toEqual([subscription])
})

it('Recents keeps the last state of each page, newest first', () => {
  const recents = new Recents(['Test'])
  for (const page of [subscription, invoice, customer, { ...subscription, status: 'ended' }]) recents.remember(page)
  expect(recents.read()).toEqual([{ ...subscription, status: 'ended' }, customer, invoice])
})

it('Recents notifies its listeners, and returns the same array until something changes', () => {
  const recents = new Recents(['Test'])
  const listener = vi.fn<() => void>()
  const stop = recents.subscribe(listener)
  recents.remember(subscription)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(recents.read()).toBe(recents.read())
  stop()
  recents.forget()
  expect(listener).toHaveBeenCalledTimes(1)
})

describe('Recents of a ledger', () => {
  const older = { ...customer, asOf: '2027-02-10T12:05:00.000Z', balances: [], invoiceIds: ['inv_0'] }
  const lastEntry = { createdAt: '2026-01-01T00:00:00.000Z', amount: null, unit: null }

  it('adds the invoices of an older page and keeps the values of the newest', () => {
    const recents = new Recents(['Test'])
    recents.remember(customer)
    recents.remember({ ...older, lastEntry })
    expect(recents.read()).toEqual([{ ...customer, invoiceIds: ['inv_0', 'inv_1'] }])
    recents.remember({ ...older, lastEntry: null })
    expect(recents.read()).toMatchObject([{ balances: customer.balances, asOf }])
  })

  it('replaces the values when the same page is read again', () => {
    const recents = new Recents(['Test'])
    recents.remember(customer)
    recents.remember({ ...older, lastEntry: customer.lastEntry })
    expect(recents.read()).toMatchObject([{ balances: [], asOf: older.asOf }])
  })

  it('finds the ledger of a subscription or customer by the invoices', () => {
    const pages = [customer, invoice, subscription]
    expect(ledgersOf(pages, { subscriptionId: 'sub_1', customerId: null })).toEqual([customer])
    expect(ledgersOf(pages, { subscriptionId: null, customerId: 'cus_1' })).toEqual([customer])
    expect(ledgersOf(pages, { subscriptionId: 'sub_2', customerId: null })).toEqual([])
  })
})

const ids = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`.padEnd(250, 'x'))

describe('Recents from storage', () => {
  const key = 'billing-console:recents:Test'

  it.each(['', 'null', '7', '{}', '"x"', '[', '[null, 7, "x", [], {}]'])('ignores %j', (text) => {
    kept.set(key, text)
    expect(new Recents(['Test']).read()).toEqual([])
  })

  it('keeps the valid fields of each page and drops invalid pages', () => {
    const odd = [
      {
        ...customer,
        balances: [{ balance: 7 }, null, { balance: '1', unit: 7 }],
        lastEntry: 'x',
        invoiceIds: [1, 'inv_1'],
      },
      { ...subscription, status: 7, endDate: {}, more: 'unknown' },
      { kind: 'invoice', id: 'inv_2', label: 'Invoice 2', asOf },
      { ...invoice, id: '' },
      { ...invoice, asOf: undefined },
      { ...invoice, kind: 'plan' },
    ]
    kept.set(key, JSON.stringify(odd))
    expect(new Recents(['Test']).read()).toEqual([
      { ...customer, balances: [{ unit: null, balance: '1' }], lastEntry: null },
      { ...subscription, status: undefined, endDate: null },
      expect.objectContaining({ id: 'inv_2', total: null, status: undefined }),
    ])
  })

  it('ignores the type that entries used to have', () => {
    kept.set(key, JSON.stringify([{ ...customer, lastEntry: { ...customer.lastEntry, type: 'usage' } }]))
    expect(new Recents(['Test']).read()).toEqual([customer])
  })

  it('bounds the number of pages, the size of a page and the total size', () => {
    const recents = new Recents(['Test'])
    const long = 'x'.repeat(10_000)
    recents.remember({ ...invoice, label: long, status: long, total: long, subscriptionId: long })
    expect(recents.read()).toMatchObject([{ total: null, subscriptionId: null }])
    for (const id of ids('acme', 15)) recents.remember({ ...customer, id, invoiceIds: ids('inv', 300) })
    expect(recents.read()).toHaveLength(9)
    expect(kept.get(key)?.length).toBeLessThanOrEqual(500_000)
    recents.forget()
    for (const id of ids('sub', 310)) recents.remember({ ...subscription, id })
    expect(recents.read()).toHaveLength(300)
  })

  it('removes the entry of versions without environments', () => {
    kept.set('billing-console:recents', '[{"id":"cus_1"}]')
    expect(new Recents(['Test']).read()).toEqual([])
    expect([...kept.keys()]).toEqual([])
  })
})
