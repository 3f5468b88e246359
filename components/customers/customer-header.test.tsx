import { expect, it } from 'vitest'
import type { CustomerView } from '@/lib/customers/customer'
import type { IndexedCustomer } from '@/lib/objects/indexed-objects'
import { type CustomerId, customerQuery } from './customer-queries'
import { renderedPage } from '@/testing/console/rendered-page'
import { CustomerHeader } from './customer-header'

const NOTHING: CustomerView = {
  ledgers: [],
  customerIds: [],
  conflict: null,
  subscriptions: [],
  invoices: [],
  unread: [],
  differences: [],
  changes: [],
  notes: [],
  readAt: '2026-11-26T12:00:00.000Z',
  hasMore: { links: false, subscriptions: false, invoices: false },
}
const ledger = (id: string): IndexedCustomer => ({
  id,
  asOf: NOTHING.readAt,
  goneAt: null,
  count: null,
  newestAt: null,
  balances: null,
})

const shown = (of: CustomerId, known: Partial<CustomerView>) =>
  renderedPage(
    [[customerQuery(of).queryKey, { ...NOTHING, ...known }]],
    <CustomerHeader of={of} tab="Timeline" asOf={null} />,
  )
const tabsOf = (html: string) =>
  [...(/<nav aria-label="Customer".*?<\/nav>/s.exec(html)?.[0] ?? '').matchAll(/<a ([^>]*)>([^<]+)/g)].map(
    ([, attributes = '', name]) => [name, /href="([^"]*)"/.exec(attributes)?.[1], attributes.includes('aria-current')],
  )

it('links the four tabs of a customer, and marks the one that is shown', () => {
  const html = shown({ externalId: 'globex/eu west' }, { customerIds: [{ id: 'cus_gx', transactionId: null }] })
  expect(tabsOf(html)).toEqual([
    ['Overview', '/customers/globex%2Feu%20west', false],
    ['Transactions', '/customers/globex%2Feu%20west/transactions', false],
    ['Balance', '/customers/globex%2Feu%20west/balance', false],
    ['Timeline', '/customers/globex%2Feu%20west/timeline', true],
  ])
  expect(html).toContain('href="/api-customers/cus_gx"')
})

it('has only “Overview” and “Timeline”, and says so, while the own ID of an API customer is not known', () => {
  const html = shown({ customerId: 'cus_gx' }, {})
  expect(tabsOf(html)).toEqual([
    ['Overview', '/api-customers/cus_gx', false],
    ['Timeline', '/api-customers/cus_gx/timeline', true],
  ])
  expect(html).toContain('The customer’s own ID is not known yet.')
})

it('leads from an API customer to the transactions and the balance of their only ledger', () => {
  expect(tabsOf(shown({ customerId: 'cus_gx' }, { ledgers: [ledger('globex')] })).map(([, href]) => href)).toEqual([
    '/api-customers/cus_gx',
    '/customers/globex/transactions',
    '/customers/globex/balance',
    '/api-customers/cus_gx/timeline',
  ])
  expect(tabsOf(shown({ customerId: 'cus_gx' }, { ledgers: [ledger('a'), ledger('b')] }))).toHaveLength(2)
})
