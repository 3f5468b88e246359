import { expect, test } from 'vitest'
import type { InvoiceSums } from '@/lib/objects/indexed-objects'
import { renderedPage, textOfHtml } from '@/testing/console/rendered-page'
import { SumTables } from './invoice-sums'

const CHAIN = { lines: '170000.00', beside: '10613.68', total: '180613.68', settled: '180613.68', due: '0' }
const SUM = { currency: 'USD', count: 106, total: '180613.68', unknown: 0, chain: CHAIN, unclear: 2 }

const PAID: InvoiceSums = {
  readAt: '2026-11-27T12:00:00.000Z',
  oldest: '2026-11-27T11:00:00.000Z',
  chains: [{ isCharged: true, ...SUM }],
  byStatus: [{ status: 'paid', isCharged: true, ...SUM }],
  owed: [],
}

const textOf = (sums: InvoiceSums, isFiltered: boolean) =>
  textOfHtml(renderedPage([], <SumTables sums={sums} isFiltered={isFiltered} onAge={() => undefined} />))

test('says that nothing is owed, and of which invoices the sums are', () => {
  const text = textOf(PAID, false)
  expect(text).toContain('Owed: none of these invoices.')
  expect(text).toContain('Of 106 invoices known to this console')
  expect(text).toContain('2 by the lines alone: the API’s other amounts don’t agree')
})

test('says that void invoices are not charged, where the others have what is due', () => {
  const none = { ...SUM, chain: { ...CHAIN, settled: null, due: null } }
  const html = renderedPage(
    [],
    <SumTables
      sums={{
        ...PAID,
        chains: [{ isCharged: false, ...none }],
        byStatus: [{ status: 'void', isCharged: false, ...none }],
      }}
      isFiltered={false}
      onAge={() => undefined}
    />,
  )
  expect(html.match(/Not charged/g)).toHaveLength(3)
})

test('says of which invoices the sums are also when none matches', () => {
  const text = textOf({ ...PAID, oldest: null, chains: [], byStatus: [] }, true)
  expect(text).toContain('No invoice matches.')
  expect(text).toContain('Of 0 matching invoices known to this console. Each sum')
})
