import { expect, it } from 'vitest'
import { pagePosition } from '@/lib/ledger/page-position'
import { customerQuery } from '@/components/customers/customer-queries'
import { ledgerTotalQuery } from '@/components/ledger/ledger-queries'
import { bareTransaction } from '@/testing/console/bare-transaction'
import { type Queries, renderedPage, renderedText } from '@/testing/console/rendered-page'
import { BalanceView } from '../balance/balance-view'
import { LedgerNotes } from './ledger-notes'
import { NoTransactions } from './no-transactions'
import { TransactionsTable } from './table/transactions-table'

const tableOf = (...units: string[]): string =>
  renderedPage(
    [],
    <TransactionsTable
      transactions={units.map((displayName) =>
        bareTransaction({ amount: -2, allocationBlock: { customPricingUnit: { displayName } } }),
      )}
      isBusy={false}
      day={null}
      order="desc"
    />,
  )

it('names a unit that all rows share in the headers only, and otherwise in each row', () => {
  const [heads = '', rows = ''] = tableOf('GPU minutes').split('</thead>')
  expect(heads).toMatch(/Amount.*GPU minutes/s)
  // The attribute is for the cards of a phone, which have no headers.
  expect(rows.replaceAll('data-unit="GPU minutes"', '')).not.toContain('GPU minutes')
  const [ownHeads = '', ownRows = ''] = tableOf('GPU minutes', 'Tokens').split('</thead>')
  expect(ownHeads).not.toContain('GPU minutes')
  expect(ownRows).toContain('GPU minutes')
})

it.each([
  [
    'a ledger with signs',
    [
      { type: 'promo', amount: 5.5 },
      { type: 'usage', amount: 2.5 },
      { type: 'promo', amount: -1 },
    ],
    '+5.50 2.50 −1.00',
  ],
  [
    'a ledger without signs',
    [
      { type: 'usage', amount: 2.5 },
      { type: 'promo', amount: 5.5 },
      { type: 'planAllocation', amount: 6.5 },
    ],
    '2.50 5.50 +6.50',
  ],
  [
    'signs of its own',
    [
      { type: 'planAllocation', amount: -100 },
      { type: 'usage', amount: 250.5 },
    ],
    '−100.00 250.50',
  ],
])(
  'has a plus only for an addition, and never for a deduction that was sent without its sign: %s',
  (_, sent, shown) => {
    const rows = sent.map((each) => bareTransaction(each))
    const html = renderedText([], <TransactionsTable transactions={rows} isBusy={false} day={null} order="desc" />)
    expect(html.match(/[+−]?\d+\.\d\d/g)?.join(' ')).toBe(shown)
  },
)

const notes = (isUnitUncertain: boolean) =>
  renderedText(
    [],
    <LedgerNotes rows={[{ ...bareTransaction({}), isUnitUncertain }]} position={{ page: 1, mismatchedPage: null }} />,
  )

it('says once that amounts without a unit may be in minor units', () => {
  expect(notes(true)).toMatch(/^Amounts without a unit are shown as sent\./)
  expect(notes(false)).toBe('')
})

const noRows = (page: number, counts: { count: number | null; pages: number | null }, queries: Queries = []) =>
  renderedText(
    queries,
    <NoTransactions
      externalId="bare"
      position={pagePosition({ results: [], ...counts }, { page, pageSize: 20 })}
      onPage={() => undefined}
    />,
  )

it('leads from a page past the end to the last page, or to the page before when the last is not known', () => {
  expect(noRows(9, { count: 45, pages: 3 })).toMatch(/Page 9 is past the end.*Go to the last page, 3/)
  expect(noRows(4, { count: null, pages: null })).toMatch(/does not say which page is the last.*Go to page 3/)
})

it('leads from an empty ledger under an API ID to the customer with this API ID, when the console knows one', () => {
  const counts = { count: 0, pages: 0 }
  const shownWith = (invoices: object[]) =>
    noRows(1, counts, [[customerQuery({ customerId: 'bare' }).queryKey, { ledgers: [], subscriptions: [], invoices }]])
  expect(shownWith([{ id: 'inv_1' }])).toMatch(
    /This is the API ID of a customer\. .*Open the customer with this API ID/,
  )
  expect(shownWith([])).not.toContain('API ID')
})

it('has no chart, table or second region of a balance when the ledger is empty', () => {
  const html = renderedPage(
    [[ledgerTotalQuery('bare').queryKey, { total: 0, asOf: '2027-02-10T12:00:00.000Z' }]],
    <BalanceView externalId="bare" />,
  )
  expect(html).toContain('No transactions yet, so no balance')
  expect(html).toContain('Find another customer')
  expect(html).not.toMatch(/<table|<figure/)
  expect(html.match(/<section/g)).toHaveLength(1)
})
