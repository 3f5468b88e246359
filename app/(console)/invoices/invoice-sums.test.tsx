import { expect, test } from 'vitest'
import type { InvoiceSums } from '@/contract/console/indexed-objects'
import { operationQuery } from '@/lib/queries/operation-query'
import { renderedPage, textOfHtml } from '@/testing/console/rendered-page'
import { SumTables } from './invoice-sums'

const PAID: InvoiceSums = {
  readAt: '2026-11-27T12:00:00.000Z',
  oldest: '2026-11-27T11:00:00.000Z',
  byStatus: [{ status: 'paid', currency: 'USD', count: 106, total: '180613.68', unknown: 0 }],
  owed: [],
}
const numbers = { range: { first: '1001', last: '2516' }, all: '1516', seen: 119, missing: [], more: 0 }

const textOf = (sums: InvoiceSums, isFiltered: boolean) =>
  textOfHtml(
    renderedPage(
      [[operationQuery('listGaps', {}).queryKey, { numbers }]],
      <SumTables sums={sums} isFiltered={isFiltered} onAge={() => undefined} />,
    ),
  )

test('says that nothing is owed, and how much of the source the sums are of', () => {
  const text = textOf(PAID, false)
  expect(text).toContain('Owed: none of these invoices.')
  expect(text).toContain('Of 106 invoices known to this console')
  expect(text).toContain('119 of 1516 numbers from 1001 to 2516 were seen. Is anything missing?')
})

test('says how much of the source is known also when no invoice matches', () => {
  const text = textOf({ ...PAID, oldest: null, byStatus: [] }, true)
  expect(text).toContain('No invoice matches.')
  expect(text).toContain('Of 0 matching invoices known to this console. 119 of 1516 numbers')
})
