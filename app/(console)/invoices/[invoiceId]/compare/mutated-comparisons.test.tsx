import { expect, test } from 'vitest'
import type { InvoiceView } from '@/lib/invoices/invoice'
import { runToEnd } from '@/contract/pieces'
import { bridgeBetween } from '@/lib/invoices/invoice-bridge'
import { invoiceNumber } from '@/lib/invoices/invoice-number'
import { periodOf } from '@/lib/invoices/previous-invoice'
import { readable } from '@/lib/billing-api/unreadable'
import { operationQuery } from '@/lib/api'
import { findRenderingFaults } from '@/testing/console/find-rendering-faults'
import { renderedPage } from '@/testing/console/rendered-page'
import { ComparisonView } from './comparison-view'

const { queryKey } = operationQuery('compareInvoices', { invoiceId: 'inv', with: undefined })
const compared = (invoice: InvoiceView) => ({
  id: invoice.id,
  number: invoiceNumber(invoice),
  issueDate: readable(invoice.issueDate),
  subscriptionId: readable(invoice.subscriptionId),
  ...periodOf(invoice),
  asOf: invoice.asOf,
})

test('The comparison renders each invoice with mutated fields beside the one before', () => {
  let before: InvoiceView | undefined
  const wrong = findRenderingFaults('invoice', (invoice) => {
    const other = { ...(before ?? invoice), id: 'inv_before' }
    before = invoice
    const bridge = runToEnd(bridgeBetween({ invoice: other, currency: 'USD' }, { invoice, currency: 'USD' }))
    const comparison = {
      invoice: compared(invoice),
      other: compared(other),
      otherId: other.id,
      currency: 'USD',
      bridge,
    }
    return renderedPage(
      [[queryKey, { ...comparison, others: [{ ...compared(other), status: readable(other.status) }] }]],
      <ComparisonView invoiceId="inv" otherId={undefined} />,
    )
  })
  expect(wrong).toEqual([])
})
