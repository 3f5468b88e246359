import { expect, test } from 'vitest'
import { operationQuery } from '@/lib/queries/operation-query'
import { renderedPage } from '@/testing/console/rendered-page'
import { findRenderingFaults } from '@/testing/console/find-rendering-faults'
import { InvoiceDetails } from './invoice-details'

test('The invoice page renders invoices with mutated fields and names what differs from the document', () => {
  const { queryKey } = operationQuery('getInvoice', { invoiceId: 'inv' })
  const wrong = findRenderingFaults('invoice', (view) =>
    renderedPage([[queryKey, view]], <InvoiceDetails invoiceId="inv" />),
  )
  expect(wrong).toEqual([])
})
