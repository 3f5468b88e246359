import { describe, expect, test } from 'vitest'
import type { CustomerInvoice, CustomerView } from '@/lib/customers/customer'
import type { IndexedSubscription } from '@/lib/objects/indexed-objects'
import { bareChange } from '@/testing/console/bare-views'
import { customerCard } from './customer-card'

const LINK = 'https://billing.example.com/customers/acme-inc'
const READ_AT = '2026-11-28T11:19:00.000Z'
const SEEN = { asOf: '2026-11-28T11:00:00.000Z', goneAt: null, customerId: 'cus_1' }

const subscription: IndexedSubscription = {
  ...SEEN,
  deletedAt: null,
  id: 'sub_1',
  planName: 'Scale',
  status: 'active',
  startDate: '2026-01-01T00:00:00.000Z',
  endDate: '2026-12-01T00:00:00.000Z',
  billingCadence: 'monthly',
  pays: '$499.00 a month',
  basePrice: '499',
  currency: 'USD',
}
const invoice: CustomerInvoice = {
  ...SEEN,
  id: 'inv_1',
  number: '1042',
  status: 'issued',
  total: '1200.5',
  owed: null,
  chain: null,
  currency: 'USD',
  issueDate: '2026-10-16T00:00:00.000Z',
  dueDate: '2026-11-16T00:00:00.000Z',
  checked: null,
  periodStart: null,
  periodEnd: null,
  subscriptionId: 'sub_1',
  compared: 'all' as const,
}
const ledger = {
  id: 'acme-inc',
  asOf: SEEN.asOf,
  goneAt: null,
  count: 3,
  balances: [{ unit: 'AI credits', balance: '1250.5', asOf: null }],
  newestAt: SEEN.asOf,
}
const change = bareChange({
  reason: 'Asked by phone',
  ticket: 'T-1',
  createdAt: '2026-11-27T10:01:00.000Z',
  changedAt: '2026-11-27T10:02:00.000Z',
})

/** Returns the card of a customer with these objects only. */
function cardOf(known: Partial<CustomerView>) {
  const nothing: CustomerView = {
    ledgers: [],
    customerIds: [],
    conflict: null,
    subscriptions: [],
    invoices: [],
    unread: [],
    differences: [],
    changes: [],
    notes: [],
    readAt: READ_AT,
    hasMore: { links: false, subscriptions: false, invoices: false },
  }
  return customerCard({ ...nothing, ...known }, LINK)
}
const rowsOf = (known: Partial<CustomerView>) => cardOf(known).sections.flatMap(({ rows }) => rows)

describe('customerCard', () => {
  test('shows overdue invoices, balances, subscriptions and the last change, with a link', () => {
    const card = cardOf({
      invoices: [invoice],
      ledgers: [ledger],
      subscriptions: [subscription],
      changes: [change, { ...change, id: 'op_0', action: 'delete' }],
    })
    expect(card).toEqual({
      sections: [
        { title: 'Overdue invoices', rows: [{ name: 'Invoice 1042', value: '$1,200.50 · 12 days overdue' }] },
        { title: 'Balance', rows: [{ name: 'AI credits', value: '1,250.50' }] },
        { title: 'Subscriptions', rows: [{ name: 'Scale', value: 'Active · ends 30 Nov 2026' }] },
        { title: 'Last change', rows: [{ name: 'Cancel of Scale', value: 'In effect · 27 Nov 2026, 10:02' }] },
      ],
      note: 'Read in the hour before 28 Nov 2026, 11:19, or at the time beside it. Times are UTC.',
      link: LINK,
    })
  })

  test('shows what is still to pay, and no invoice of which nothing is', () => {
    expect(
      rowsOf({
        invoices: [
          { ...invoice, owed: '20' },
          { ...invoice, number: '1043', owed: '0' },
        ],
      }),
    ).toEqual([{ name: 'Invoice 1042', value: '$20.00 · 12 days overdue' }])
  })

  test('keeps people, reasons, tickets and prices in the console', () => {
    const text = JSON.stringify(cardOf({ subscriptions: [subscription], changes: [change] }))
    for (const kept of ['ann@example.com', 'Asked by phone', 'T-1', '499', 'cus_1']) expect(text).not.toContain(kept)
  })

  test('says when a row was read more than an hour ago', () => {
    const asOf = '2026-11-27T10:02:00.000Z'
    const read = 'read 27 Nov 2026, 10:02'
    expect(
      rowsOf({
        invoices: [{ ...invoice, asOf }],
        ledgers: [{ ...ledger, balances: [{ unit: 'AI credits', balance: '5', asOf }] }],
        subscriptions: [{ ...subscription, asOf }],
      }).map(({ value }) => value),
    ).toEqual([`$1,200.50 · 12 days overdue · ${read}`, `5.00 · ${read}`, `Active · ends 30 Nov 2026 · ${read}`])
  })

  test('says that nothing is known of a customer that was never read', () => {
    expect(cardOf({})).toEqual({
      sections: [],
      note: 'The console has not read this customer yet. Open the customer in the console.',
      link: LINK,
    })
  })

  test.each<[string, Partial<CustomerView>]>([
    ['an invoice was not read', { unread: [{ kind: 'invoice', id: 'inv_2' }] }],
    ['the ledger belongs to no single customer', { conflict: { customerIds: ['a', 'b'], externalIds: ['acme-inc'] } }],
    ['there are more than the index returns', { hasMore: { links: false, subscriptions: true, invoices: false } }],
  ])('says that it is not complete when %s', (_, known) => {
    expect(cardOf({ ledgers: [ledger], ...known }).note).toMatch(/Not everything of this customer was read/)
  })

  test('claims nothing that is not known', () => {
    const rows = rowsOf({
      invoices: [{ ...invoice, status: 'overdue', total: null, dueDate: null }],
      ledgers: [{ ...ledger, balances: [{ unit: null, balance: null, asOf: null }] }],
      subscriptions: [
        { ...subscription, planName: null, status: null, endDate: null },
        { ...subscription, status: 'resting', endDate: '0001-01-01T00:00:00.000Z' },
        { ...subscription, status: 'ended', endDate: '2026-11-01T00:00:00.000Z' },
      ],
    })
    expect(rows).toEqual([
      { name: 'Invoice 1042', value: 'Total unknown · overdue' },
      { name: 'No unit sent', value: 'Unknown' },
      { name: 'sub_1', value: 'Status unknown' },
      { name: 'Scale', value: 'resting' },
      { name: 'Scale', value: 'Ended · last day was 31 Oct 2026' },
    ])
  })

  test('says since when the billing API no longer knows an object, and leaves out such an invoice', () => {
    const goneAt = '2026-11-20T08:00:00.000Z'
    expect(
      rowsOf({
        invoices: [{ ...invoice, goneAt }],
        ledgers: [{ ...ledger, goneAt }],
        subscriptions: [
          { ...subscription, goneAt },
          { ...subscription, goneAt, deletedAt: '2026-11-19T08:00:00.000Z' },
        ],
      }),
    ).toEqual([
      { name: 'None known', value: 'of the invoices that the console has read' },
      { name: 'Ledger', value: 'Gone since 20 Nov 2026' },
      { name: 'Scale', value: 'Gone since 20 Nov 2026' },
      { name: 'Scale', value: 'Deleted here on 19 Nov 2026' },
    ])
  })

  test('shows when the invoices were read when none is overdue', () => {
    const old = { ...invoice, status: 'paid', asOf: '2026-09-01T08:00:00.000Z' }
    expect(rowsOf({ invoices: [{ ...invoice, status: 'paid' }, old] })).toEqual([
      { name: 'None known', value: 'of the invoices that the console has read · read 1 Sep 2026, 08:00' },
    ])
  })

  test('shows five rows of a section, and where the rest is', () => {
    const subscriptions = Array.from({ length: 7 }, (_, nth) => ({ ...subscription, id: `sub_${nth}` }))
    const rows = rowsOf({ subscriptions })
    expect(rows).toHaveLength(6)
    expect(rows.at(-1)).toEqual({ name: 'More', value: 'Open the customer for the rest' })
  })

  test('keeps a hostile name within one short line without invisible marks', () => {
    const names = [
      'Scale\nOverdue invoices: none',
      '\u202Eevil',
      'a\u0000\u001B[2Jb',
      '\uD800',
      '\u2028',
      'x'.repeat(10_000),
      '😀'.repeat(200),
    ]
    const shown = names.map((planName) => rowsOf({ subscriptions: [{ ...subscription, planName }] })[0]?.name ?? '')
    for (const name of shown) {
      expect(name).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u)
      expect(Array.from(name).length).toBeLessThanOrEqual(121)
      expect(name.trim()).not.toBe('')
    }
    expect(shown.slice(0, 2)).toEqual(['Scale Overdue invoices: none', 'evil'])
  })
})
