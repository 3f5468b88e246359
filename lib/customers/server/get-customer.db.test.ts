import type { ObjectIndex } from '@/lib/objects/server/object-index'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { SubscriptionView } from '@/lib/subscriptions/subscription'
import { bareInvoice, bareLine, barePlan, bareSubscription, bareTransaction } from '@/testing/console/bare-views'
import { recordSubscription, recordInvoice, recordLedgerPage } from '@/testing/console/record-responses'
import { indexContext } from '@/testing/console/index-context'
import { useConsoleStore } from '@/testing/console/use-console-store'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { beginForgetting } from '@/lib/objects/server/forget-fence'
import { problemError } from '@/lib/core/server/problem'
import { runOperation } from '@/lib/run-operation'
import { indexedDifferences, seenObjects } from '@/lib/store/index-schema'

const store = useConsoleStore()
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()

/** The operations of a viewer, on an index of its own. */
function setup() {
  const context = indexContext()
  return {
    index: context.environment.index,
    customer: (externalId: string) => runOperation('getCustomer', context, { externalId }),
    differences: (of: object = {}) => runOperation('listDifferences', context, of),
    related: (customerId: string) => runOperation('getRelated', context, { customerId }),
    apiCustomer: (customerId: string) => runOperation('getApiCustomer', context, { customerId }),
  }
}
const subscription = (sent: Partial<SubscriptionView>) =>
  bareSubscription({ id: 'sub_1', customerId: 'cus_1', status: 'active', plan: barePlan({ name: 'Scale' }), ...sent })

/** Sees an invoice with one line for October. */
function seeInvoice(index: ObjectIndex, id: string, minute: number) {
  const line = bareLine({
    priceId: 'price_1',
    amount: '100',
    startDate: '2025-10-01T00:00:00.000Z',
    endDate: '2025-11-01T00:00:00.000Z',
  })
  const invoice = bareInvoice({
    id,
    vanityId: id,
    status: 'paid',
    customerId: 'cus_1',
    subscriptionId: 'sub_1',
    asOf: at(minute),
  })
  recordInvoice(index, { ...invoice, invoiceLineItems: [line], totals: { ...TOTALS, lines: 1 } })
}
const TOTALS = {
  total: '100',
  customerTotal: '100',
  hiddenTotal: null,
  customerLines: 1,
  hiddenLines: 0,
  uncertainLines: 0,
  unreadableLines: 0,
  unreadableCustomerLines: 0,
  unreadableHiddenLines: 0,
}

/** Sees a ledger page whose entries name these customers and invoices. On an API that follows the document they name no customer. */
function seeLedger(index: ObjectIndex, externalId: string, invoiceIds: string[], customerIds = ['cus_1']) {
  const results = invoiceIds.map((invoiceId) =>
    bareTransaction({ id: `tx_${invoiceId}`, allocationBlock: { invoiceId } }),
  )
  const page = {
    count: results.length,
    pages: 1,
    currentPage: 1,
    pageSize: 20,
    drift: { items: [], total: 0 },
    asOf: at(0),
  }
  const customers = customerIds.map((id) => ({ id, transactionId: 'tx_1' }))
  recordLedgerPage(index, { ...page, externalId, results, customers }, { page: 1, order: 'desc' })
}

test('a customer has the objects that the ledger names, and those that name the same customer', async () => {
  const { index, customer, apiCustomer } = setup()
  seeLedger(index, 'acme-inc', ['1', '2'])
  seeInvoice(index, '1', 1)
  recordSubscription(index, subscription({ id: 'sub_2', asOf: at(2) }))
  recordSubscription(index, subscription({ id: 'sub_other', customerId: 'cus_2', asOf: at(2) }))
  const view = await customer('acme-inc')
  expect(view).toMatchObject({
    ledgers: [{ id: 'acme-inc', count: 2 }],
    customerIds: [{ id: 'cus_1', transactionId: 'tx_1' }],
    subscriptions: [{ id: 'sub_2', planName: 'Scale', status: 'active' }],
    invoices: [{ id: '1', number: '1', compared: 'all' }],
    unread: [
      { kind: 'invoice', id: '2' },
      { kind: 'subscription', id: 'sub_1' },
    ],
    hasMore: { links: false, subscriptions: false, invoices: false },
  })
  expect(await apiCustomer('cus_1')).toMatchObject({
    ledgers: [{ id: 'acme-inc' }],
    subscriptions: [{ id: 'sub_2' }],
    invoices: [{ id: '1' }],
  })
})

const see = (index: ObjectIndex, id: string, customerId: string, status = 'paid') =>
  recordInvoice(index, bareInvoice({ id, customerId, status, asOf: at(1) }))

describe('a ledger whose entries name no customer', () => {
  test('belongs to the customer that the invoices of its blocks name, with all that names this customer', async () => {
    const { index, customer, apiCustomer, related } = setup()
    seeLedger(index, 'nw-traders', ['1', '2', 'unread'], [])
    expect((await customer('nw-traders')).customerIds).toEqual([])
    for (const id of ['1', '2']) see(index, id, 'cus_nw')
    see(index, 'beside', 'cus_nw', 'overdue')
    see(index, 'other', 'cus_other')
    recordSubscription(index, subscription({ id: 'sub_nw', customerId: 'cus_nw', asOf: at(2) }))
    const view = await customer('nw-traders')
    expect(view).toMatchObject({
      customerIds: [{ id: 'cus_nw', transactionId: expect.stringMatching(/^tx_[12]$/) }],
      conflict: null,
      subscriptions: [{ id: 'sub_nw' }],
      invoices: [{ id: 'beside', status: 'overdue' }, { id: '1' }, { id: '2' }],
    })
    expect(await apiCustomer('cus_nw')).toMatchObject({ ledgers: [{ id: 'nw-traders' }], conflict: null })
    expect(await related('cus_nw')).toMatchObject({ externalIds: ['nw-traders'], ledgers: ['nw-traders'] })
    expect(await related('cus_other')).toMatchObject({ externalIds: [], ledgers: [] })
  })

  test('has no customer once its invoices name two, also when the second invoice is read later', async () => {
    const { index, customer, apiCustomer, related } = setup()
    seeLedger(index, 'nw-traders', ['1', '2'], [])
    see(index, '1', 'cus_nw')
    recordSubscription(index, subscription({ id: 'sub_nw', customerId: 'cus_nw', asOf: at(2) }))
    expect((await customer('nw-traders')).subscriptions).toMatchObject([{ id: 'sub_nw' }])
    see(index, '2', 'cus_other')
    const view = await customer('nw-traders')
    expect(view).toMatchObject({ customerIds: [], subscriptions: [], invoices: [{ id: '1' }, { id: '2' }] })
    expect(view.conflict?.customerIds.toSorted()).toEqual(['cus_nw', 'cus_other'])
    expect(await apiCustomer('cus_nw')).toMatchObject({ ledgers: [], conflict: null })
    expect(await related('cus_nw')).toMatchObject({ externalIds: [] })
  })

  test('has no customer while another ledger names the same one, until the API no longer knows that ledger', async () => {
    const { index, customer, apiCustomer } = setup()
    seeLedger(index, 'nw-old', ['1'], [])
    seeLedger(index, 'nw-traders', ['2'], [])
    for (const id of ['1', '2']) see(index, id, 'cus_nw')
    const conflict = { customerIds: ['cus_nw'], externalIds: ['nw-old', 'nw-traders'] }
    expect(await customer('nw-traders')).toMatchObject({ customerIds: [], conflict })
    expect(await apiCustomer('cus_nw')).toMatchObject({ ledgers: [], conflict })
    const gone = problemError('not_found', 'No such customer')
    const read = index.readOrMarkGone(index.startRead(), 'customer', 'nw-old', () => Promise.reject(gone))
    await expect(read).rejects.toBe(gone)
    expect(await customer('nw-traders')).toMatchObject({ customerIds: [{ id: 'cus_nw' }], conflict: null })
  })

  test('has no customer when the entries of another ledger name the customer', async () => {
    const { index, customer, apiCustomer } = setup()
    seeLedger(index, 'acme-inc', ['own'])
    seeLedger(index, 'pays-for-acme', ['1'], [])
    seeInvoice(index, '1', 1)
    expect(await customer('pays-for-acme')).toMatchObject({
      customerIds: [],
      conflict: { customerIds: ['cus_1'], externalIds: ['acme-inc', 'pays-for-acme'] },
    })
    expect(await apiCustomer('cus_1')).toMatchObject({ ledgers: [{ id: 'acme-inc' }], conflict: null })
  })
})

test('an ID that was never opened has no objects', async () => {
  const { customer, apiCustomer } = setup()
  const nothing = { ledgers: [], subscriptions: [], invoices: [], unread: [], changes: [] }
  expect(await customer('acme-inc')).toMatchObject({ ...nothing, customerIds: [] })
  expect(await apiCustomer('cus_1')).toMatchObject(nothing)
})

test('two invoices of one subscription for the same month are found as charged twice, and those after its end', async () => {
  const { index, customer } = setup()
  seeLedger(index, 'acme-inc', ['1', '2'])
  seeInvoice(index, '1', 1)
  seeInvoice(index, '2', 2)
  recordSubscription(index, subscription({ status: 'ended', endDate: '2025-09-01T00:00:00.000Z', asOf: at(3) }))
  const found = async () =>
    (await customer('acme-inc')).invoices.map(({ id, checked }) => [
      id,
      ...(checked?.findings ?? []).map(({ kind }) => kind),
    ])
  expect(await found()).toEqual([
    ['1', 'sameCharge', 'afterEnd'],
    ['2', 'sameCharge', 'afterEnd'],
  ])
})

test('an invoice that a block in another customer’s ledger names has a finding, and one in the own ledger has none', async () => {
  const { index, customer } = setup()
  seeLedger(index, 'acme-inc', ['1', '2'])
  seeInvoice(index, '1', 1)
  recordInvoice(index, bareInvoice({ id: '2', customerId: 'cus_other', status: 'paid', asOf: at(1) }))
  const { invoices } = await customer('acme-inc')
  expect(invoices.map(({ id, checked }) => [id, checked?.findings])).toEqual([
    ['1', []],
    ['2', [{ severity: 'finding', lines: [], kind: 'blockOfAnother', externalId: 'acme-inc' }]],
  ])
})

test('a field that differs from the response before is kept with both values and instants', async () => {
  const { index } = setup()
  for (const [minute, endDate] of [
    [1, undefined],
    [2, '2026-02-01T00:00:00.000Z'],
    [3, '2026-02-01T00:00:00.000Z'],
  ] as const) {
    recordSubscription(index, subscription({ endDate, status: minute === 3 ? 'ended' : 'active', asOf: at(minute) }))
    await index.written()
  }
  recordSubscription(index, subscription({ status: 'draft', asOf: at(0) }))
  await index.written()
  const rows = (await store().db.select().from(indexedDifferences)).filter(({ source }) => source === index.source)
  const about = { source: index.source, kind: 'subscription', id: 'sub_1' }
  expect(rows).toEqual([
    { ...about, field: 'endDate', before: null, after: '2026-02-01T00:00:00.000Z', beforeAt: at(1), seenAt: at(2) },
    { ...about, field: 'status', before: 'active', after: 'ended', beforeAt: at(2), seenAt: at(3) },
  ])
})

test('what changed is listed newest first, for all objects and for one, with names', async () => {
  const { index, differences, customer } = setup()
  seeLedger(index, 'acme-inc', ['1'])
  for (const [minute, status] of [
    [1, 'issued'],
    [2, 'paid'],
  ] as const) {
    recordInvoice(index, bareInvoice({ id: '1', vanityId: '1042', customerId: 'cus_1', status, asOf: at(minute) }))
    recordSubscription(index, subscription({ status: minute === 1 ? 'active' : 'ended', asOf: at(minute + 5) }))
    await index.written()
  }
  const invoice = { kind: 'invoice', id: '1', name: '1042', field: 'status', before: 'issued', after: 'paid' }
  const plan = { kind: 'subscription', id: 'sub_1', name: 'Scale', field: 'status', before: 'active', after: 'ended' }
  expect((await differences()).differences).toMatchObject([plan, { ...invoice, beforeAt: at(1), afterAt: at(2) }])
  expect((await differences({ kind: 'invoice', id: '1' })).differences).toMatchObject([invoice])
  expect((await differences({ kind: 'subscription', id: '1' })).differences).toEqual([])
  expect((await customer('acme-inc')).differences).toMatchObject([plan, invoice])
})

test('a plan or price that becomes known has not changed', async () => {
  const { index } = setup()
  recordSubscription(index, subscription({ plan: undefined, asOf: at(1) }))
  await index.written()
  recordSubscription(index, subscription({ asOf: at(2) }))
  await index.written()
  expect((await store().db.select().from(indexedDifferences)).filter(({ source }) => source === index.source)).toEqual(
    [],
  )
})

test('beyond 200 invoices, overdue ones and the newest are kept, also without a due date', async () => {
  const { index, apiCustomer } = setup()
  const seen = { source: index.source, kind: 'invoice' as const, customerId: 'cus_many', seenAt: at(0) }
  const old = Array.from({ length: 205 }, (_, nth) => ({
    ...seen,
    id: `old_${nth}`,
    status: 'paid',
    row: { total: '100', issueDate: at(nth % 60) },
  }))
  const overdue = {
    ...seen,
    id: 'overdue',
    status: 'issued',
    at: '2020-02-01T00:00:00Z',
    row: { total: '100', issueDate: '2020-01-01T00:00:00.000Z' },
  }
  const newest = {
    ...seen,
    id: 'newest',
    status: 'issued',
    row: { total: '100', issueDate: '2026-02-01T00:00:00.000Z' },
  }
  await store()
    .db.insert(seenObjects)
    .values([...old, overdue, newest])
  const { invoices, hasMore } = await apiCustomer('cus_many')
  expect(hasMore).toEqual({ links: false, subscriptions: false, invoices: true })
  expect(invoices.map(({ id }) => id).slice(0, 2)).toEqual(['overdue', 'newest'])
  expect(invoices).toHaveLength(200)
})

// The transaction of the embedded database holds its only session.
test.skipIf(testDatabaseUrl() === undefined)(
  'a customer page does not wait for a customer that is being forgotten',
  async () => {
    const { index, customer } = setup()
    seeInvoice(index, 'inv_other', 1)
    const order: string[] = []
    await store().db.transaction(async (tx) => {
      await beginForgetting(tx, { isEverything: false })
      const page = customer('waits-for-nothing').then(() => order.push('page'))
      await Promise.race([page, pause(5_000)])
      order.push('forgotten')
    })
    await index.written()
    expect(order).toEqual(['page', 'forgotten'])
  },
)
