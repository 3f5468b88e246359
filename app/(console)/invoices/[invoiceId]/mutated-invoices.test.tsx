import { expect, test } from 'vitest'
import { operationQuery } from '@/lib/queries/operation-query'
import { renderedPage } from '@/testing/console/rendered-page'
import { eachMutated } from '@/testing/console/each-mutated'
import { InvoiceDetails } from './invoice-details'

test('whatever becomes of an invoice’s fields, its page shows it and names what is not as documented', () => {
  const { queryKey } = operationQuery('getInvoice', { invoiceId: 'inv' })
  const wrong = eachMutated('invoice', (view) => renderedPage([[queryKey, view]], <InvoiceDetails invoiceId="inv" />))
  expect(wrong).toEqual([])
})
