import { expect, it } from 'vitest'
import { parseExactJson } from '@/contract/exact-json'
import { transactionPageView } from '../server/billing-api/tolerant/transaction-page-view'
import { newestEntries } from './newest-entries'

const DAYS = ['2027-02-01', '2027-02-02', '2027-02-03'] as const

const rowsOf = (results: object[]) =>
  transactionPageView(
    parseExactJson(JSON.stringify({ results })),
    { externalId: 'acme', page: 1, pageSize: 20 },
    { amountUnit: 'major', asOf: '2027-02-10T12:00:00.000Z' },
  ).results

const row = (day: string, newBalance: unknown, unit = 'credits') => ({
  id: `${day} ${String(newBalance)}`,
  createdAt: `${day}T00:00:00.000Z`,
  type: 'usage',
  amount: -2.5,
  newBalance,
  allocationBlock: { customPricingUnitId: `cpu_${unit}`, customPricingUnit: { displayName: unit } },
})

it('has the balance of each pricing unit after its newest row, in whatever order the rows came', () => {
  const [first, second, third] = DAYS
  const rows = rowsOf([row(second, 10), row(third, '7.5'), row(first, 3, 'tokens')])
  for (const order of ['asc', 'desc'] as const)
    expect(newestEntries(rows, order)).toEqual({
      balances: [
        { unit: 'credits', balance: '7.5' },
        { unit: 'tokens', balance: '3' },
      ],
      lastEntry: { createdAt: `${third}T00:00:00.000Z`, type: 'usage', amount: '-2.5', unit: 'credits' },
    })
})

it('takes no older balance for the newest, and nothing for what was not sent', () => {
  const [first, second] = DAYS
  const { balances, lastEntry } = newestEntries(rowsOf([{ ...row(second, null), amount: 'x' }, row(first, 10)]), 'desc')
  expect(balances).toEqual([])
  expect(lastEntry).toMatchObject({ amount: null })
  expect(newestEntries(rowsOf([{ id: 't', newBalance: 1 }]), 'desc')).toEqual({ balances: [], lastEntry: null })
})

it('of rows of one instant takes the one that the order makes the newest', () => {
  const rows = rowsOf([row(DAYS[0], 1), row(DAYS[0], 2)])
  expect(newestEntries(rows, 'desc').balances).toEqual([{ unit: 'credits', balance: '1' }])
  expect(newestEntries(rows, 'asc').balances).toEqual([{ unit: 'credits', balance: '2' }])
})
