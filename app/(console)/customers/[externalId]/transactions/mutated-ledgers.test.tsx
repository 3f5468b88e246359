import { expect, test } from 'vitest'
import { operationQuery } from '@/lib/queries/operation-query'
import { renderedPage } from '@/testing/console/rendered-page'
import { eachMutated } from '@/testing/console/each-mutated'
import { LedgerView } from './ledger-view'

test('whatever becomes of a ledger’s fields, its page shows it and names what is not as documented', () => {
  const { queryKey } = operationQuery('listTransactions', { externalId: 'acme', page: 1, pageSize: 20, order: 'desc' })
  const wrong = eachMutated('ledger', (view) => renderedPage([[queryKey, view]], <LedgerView externalId="acme" />))
  expect(wrong).toEqual([])
})
