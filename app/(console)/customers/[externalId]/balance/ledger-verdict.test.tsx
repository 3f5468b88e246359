import { expect, it } from 'vitest'
import { bareTransaction } from '@/testing/console/bare-transaction'
import { renderedPage } from '@/testing/console/rendered-page'
import { TransactionsTable } from '../transactions/table/transactions-table'
import { LedgerBreaks } from './ledger-verdict'

it('links a break to the row of its transaction, which can have the focus', () => {
  const breaks = renderedPage(
    [],
    <LedgerBreaks
      externalId="acme &co"
      breaks={[{ kind: 'gap', transactionId: 'txn &1', page: 4, createdAt: null, offBy: null }]}
      breakCount={1}
      isComplete
    />,
  )
  expect(breaks).toContain(
    'href="/customers/acme%20%26co/transactions?page=4&amp;pageSize=100&amp;order=asc&amp;transaction=txn+%261"',
  )
  const rows = ['txn_0', 'txn &1', 'txn_2'].map((id) => bareTransaction({ id }))
  const table = renderedPage(
    [],
    <TransactionsTable transactions={rows} isBusy={false} day={null} linkedId="txn &1" order="asc" />,
  )
  expect(table.match(/<tr data-linked="true" tabindex="-1">/gi)).toHaveLength(1)
})

it('lists every break that is kept, and ends with their number', () => {
  const breaks = Array.from({ length: 100 }, (_, index) => ({
    kind: 'sum' as const,
    transactionId: `txn_${index}`,
    page: 1,
    createdAt: null,
    offBy: '1',
  }))
  const html = renderedPage([], <LedgerBreaks externalId="acme" breaks={breaks} breakCount={312} isComplete />)
  expect(html.match(/<li/g)).toHaveLength(100)
  expect(html.endsWith('and 212 more · <!-- -->312 breaks</p></details>')).toBe(true)
})
