import { expect, it } from 'vitest'
import type { TransactionPageView } from '@/contract/console/transaction'
import { ledgerBalances } from '@/lib/domain/ledger/ledger-balances'
import { bareTransaction } from '@/testing/console/bare-transaction'
import { recentCustomer } from './recent-customer'

const pageOf = (asOf: string, ...rows: object[]): TransactionPageView => ({
  externalId: 'acme',
  results: rows.map((row) => bareTransaction({ ...row })),
  customers: [],
  count: rows.length,
  pages: 1,
  currentPage: 1,
  pageSize: 20,
  drift: { items: [], total: 0 },
  asOf,
})
const row = (day: number, unit: string, newBalance: string | null) => ({
  createdAt: `2027-02-0${day}T00:00:00.000Z`,
  type: 'usage',
  amount: -2.5,
  newBalance,
  allocationBlock: { customPricingUnit: { displayName: unit }, invoice: { id: `inv_${day}` } },
})

const oldPage = pageOf('2027-02-10T12:05:00.000Z', row(1, 'credits', '100'))
const newest = pageOf(
  '2027-02-10T12:00:00.000Z',
  row(9, 'credits', '7.5'),
  row(8, 'tokens', null),
  row(7, 'tokens', '3'),
)

it('keeps the newest balances and entry with the time of their read, whichever page is shown', () => {
  expect(recentCustomer(oldPage, ledgerBalances(newest))).toEqual({
    kind: 'customer',
    id: 'acme',
    label: 'acme',
    asOf: newest.asOf,
    balances: [{ unit: 'credits', balance: '7.5' }],
    lastEntry: { createdAt: '2027-02-09T00:00:00.000Z', amount: '-2.5', unit: 'credits' },
    invoiceIds: ['inv_1'],
  })
})

it('keeps no state when the newest page is unknown', () => {
  const unordered = ledgerBalances(pageOf(newest.asOf, row(1, 'credits', '100'), row(9, 'credits', '7.5')))
  for (const balances of [undefined, unordered])
    expect(recentCustomer(oldPage, balances)).toMatchObject({ balances: [], lastEntry: null, invoiceIds: ['inv_1'] })
})
