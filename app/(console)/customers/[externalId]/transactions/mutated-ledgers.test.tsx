import { expect, test } from 'vitest'
import { operationQuery } from '@/lib/queries/operation-query'
import { renderedPage } from '@/testing/console/rendered-page'
import { findRenderingFaults } from '@/testing/console/find-rendering-faults'
import { LedgerView } from './ledger-view'

test('The ledger page renders ledgers with mutated fields and names what differs from the document', () => {
  const { queryKey } = operationQuery('listTransactions', { externalId: 'acme', page: 1, pageSize: 20, order: 'desc' })
  const wrong = findRenderingFaults('ledger', (view) =>
    renderedPage([[queryKey, view]], <LedgerView externalId="acme" />),
  )
  expect(wrong).toEqual([])
})
