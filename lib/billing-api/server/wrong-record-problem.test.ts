import { expect, test } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import { plainInvoice, plainSubscription } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { problemOf } from '@/testing/console/problem-of'
import { testContext } from '@/testing/console/test-context'
import { useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { runOperation } from '@/lib/run-operation'

const api = useFakeBillingApi()

/** Lets the API return the object with this id for every read of the requestedId one. */
const returns = (requestedId: string, operation: 'getInvoice' | 'getSubscription', body: object) =>
  api().faults.inject({ response: jsonResponse(body) }, { id: requestedId, operation })

const unreadable = (kind: string, requestedId: string, returned: string) => ({
  code: 'unreadable_response',
  upstreamStatus: 200,
  detail: expect.stringMatching(
    new RegExp(`requested ${kind} "${requestedId}", but the billing API returned ${kind} "${returned}"`),
  ),
})

test.each([
  ['getInvoice', {}],
  ['downloadInvoiceCsv', {}],
  ['printInvoice', { for: 'internal' }],
  ['printInvoice', { for: 'customer' }],
] as const)('%s %o rejects an invoice with a different id', async (operation, input) => {
  const invoiceId = `inv-${operation}`
  returns(invoiceId, 'getInvoice', { ...plainInvoice, id: 'inv-other' })
  const call = runOperation(operation, testContext(), { invoiceId, ...input })
  expect(await problemOf(call)).toMatchObject(unreadable('invoice', invoiceId, 'inv-other'))
})

test.each([
  ['inv-2', 'inv-2 '],
  ['inv-2', 'INV-2'],
  ['1', '1.0'],
])('treats an invoice requested as "%s" and returned as "%s" as a different one', async (requestedId, returned) => {
  returns(requestedId, 'getInvoice', { ...plainInvoice, id: returned })
  const call = runOperation('getInvoice', testContext(), { invoiceId: requestedId })
  expect(await problemOf(call)).toMatchObject(unreadable('invoice', requestedId, returned))
})

test('rejects an invoice or a subscription without an id', async () => {
  returns('inv-none', 'getInvoice', { ...plainInvoice, id: undefined })
  returns('sub-none', 'getSubscription', { ...plainSubscription, id: undefined })
  const invoice = await problemOf(runOperation('getInvoice', testContext(), { invoiceId: 'inv-none' }))
  const subscription = await problemOf(runOperation('getSubscription', testContext(), { id: 'sub-none' }))
  expect(invoice).toMatchObject({ code: 'unreadable_response', detail: subscription.detail })
})

test('names both IDs in the problem of a subscription, the returned one up to 256 characters', async () => {
  returns('sub-asked', 'getSubscription', { ...plainSubscription, id: 'x'.repeat(300) })
  const call = runOperation('getSubscription', testContext(), { id: 'sub-asked' })
  expect(await problemOf(call)).toMatchObject(unreadable('subscription', 'sub-asked', 'x{255}…'))
})

test('does not list a different invoice as a hit of a search, and names both IDs', async () => {
  returns('inv-find', 'getInvoice', { ...plainInvoice, id: 'inv-other' })
  const { hits, unanswered } = await runOperation('find', testContext(), { id: 'inv-find' })
  expect(hits).toEqual([])
  expect(unanswered).toMatchObject([{ kind: 'invoice', detail: unreadable('invoice', 'inv-find', 'inv-other').detail }])
})
