import { expect, it } from 'vitest'
import { aroundInvoice, relatedQuery } from '@/components/customers/customer-queries'
import { invoiceFile } from '@/testing/console/invoice-file'
import { renderedPage, textOfHtml } from '@/testing/console/rendered-page'
import { InvoiceReplyBox } from './invoice-reply-box'

const { invoice } = invoiceFile([{}])

/** Returns the text beside an earlier invoice of half the total, with a period from this day on. */
function textBeside(periodStart: string): string {
  const before = { id: 'inv_0', status: 'paid', goneAt: null, issueDate: '2026-10-01T00:00:00.000Z', total: '12.5' }
  const invoices = [{ ...before, periodStart, periodEnd: '2026-11-01T00:00:00.000Z' }]
  const related = { invoices, externalIds: [], ledgers: [] }
  const { queryKey } = relatedQuery(aroundInvoice(invoice))
  return textOfHtml(
    renderedPage([[queryKey, related]], <InvoiceReplyBox invoice={invoice} currency="USD" endDate={null} />),
  )
}

it('says that the reply may grow while the invoice is compared with one of the same length, and only then', () => {
  expect(textBeside('2026-10-01T00:00:00.000Z')).toContain('Comparing with other invoices')
  expect(textBeside('2026-08-01T00:00:00.000Z')).not.toContain('Comparing')
})
