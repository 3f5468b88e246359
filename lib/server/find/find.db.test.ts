import { expect, test } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { plainInvoice } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { useChanges } from '@/testing/console/use-changes'
import { runOperation } from '../run-operation'

const setup = useChanges()

/** Adds an invoice that only its ID finds, and opens it as one agent. */
async function openInvoice(id: string, vanityId: number) {
  const { api, context } = setup()
  api.add('invoice', id, jsonResponse({ ...plainInvoice, id, vanityId, vanityIdString: null }))
  await runOperation('getInvoice', context('one'), { invoiceId: id })
  await context().environment.index.written()
}

test('an agent finds by its number the invoice that a colleague has opened, before and while typing it', async () => {
  await openInvoice('inv_seen', 71_042)
  const { context } = setup()
  const asOf = expect.stringMatching(/Z$/)
  const seen = { kind: 'invoice', id: 'inv_seen', name: '71042', asOf, goneAt: null }
  expect(await runOperation('find', context('two'), { id: '#71042' })).toMatchObject({ hits: [], indexed: [seen] })
  expect(await runOperation('suggest', context('two'), { text: '710' })).toMatchObject({ suggestions: [seen] })
})

test('a subscription that was deleted from this console is found as deleted', async () => {
  const { subscribe, api, context, remove } = setup()
  const id = subscribe({ status: 'draft', startDate: '2999-01-01T00:00:00.000Z' })
  await runOperation('getSubscription', context('one'), { id })
  expect(await remove(id)).toMatchObject({ state: 'CONFIRMED' })
  await context().environment.index.written()
  const { indexed } = await runOperation('find', context('two'), { id })
  expect(indexed).toMatchObject([{ id, goneAt: expect.stringMatching(/Z$/), deletedAt: expect.stringMatching(/Z$/) }])
  expect(api.faults.received.some((change) => change.id === id)).toBe(true)
})

test('an invoice that the API no longer knows is found as gone', async () => {
  await openInvoice('inv_gone', 71_043)
  const { api, context } = setup()
  api.add('invoice', 'inv_gone', { ...jsonResponse({ message: 'No such invoice' }), status: 404 })
  await expect(runOperation('getInvoice', context('one'), { invoiceId: 'inv_gone' })).rejects.toMatchObject({
    problem: { code: 'not_found' },
  })
  await context().environment.index.written()
  expect(await runOperation('find', context('two'), { id: '71043' })).toMatchObject({
    indexed: [{ id: 'inv_gone', goneAt: expect.stringMatching(/Z$/), deletedAt: null }],
  })
})
