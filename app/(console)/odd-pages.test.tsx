import { expect, it } from 'vitest'
import { operationQuery } from '@/lib/api'
import { findRenderingFaults } from '@/testing/console/find-rendering-faults'
import { renderedPage } from '@/testing/console/rendered-page'
import { LedgerView } from './customers/[externalId]/transactions/ledger-view'
import { InvoiceDetails } from './invoices/[invoiceId]/invoice-details'
import { SubscriptionDetails } from './subscriptions/[id]/subscription-details'

it('the ledger page renders ledgers with odd values in any fields', () => {
  const { queryKey } = operationQuery('listTransactions', { externalId: 'acme', page: 1, pageSize: 20, order: 'desc' })
  const render = (view: object) => renderedPage([[queryKey, view]], <LedgerView externalId="acme" />)
  expect(findRenderingFaults('ledger', render)).toEqual([])
})

it('the invoice page renders invoices with odd values in any fields', () => {
  const { queryKey } = operationQuery('getInvoice', { invoiceId: 'the id' })
  const render = (view: object) => renderedPage([[queryKey, view]], <InvoiceDetails invoiceId="the id" />)
  expect(findRenderingFaults('invoice', render)).toEqual([])
})

it('the subscription page renders subscriptions with odd values in any fields, and names what differs', () => {
  const { queryKey } = operationQuery('getSubscription', { id: 'the id' })
  const render = (view: object) => renderedPage([[queryKey, view]], <SubscriptionDetails id="the id" />)
  expect(findRenderingFaults('subscription', render)).toEqual([])
})
