import { expect, test } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { plainInvoice, plainLine } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { useChanges } from '@/testing/console/use-changes'
import { isProblem } from '../finding-kinds'
import { findingKey } from '../finding-review'
import { compareInvoice } from '@/lib/objects/server/compared-findings'
import { runOperation } from '@/lib/run-operation'

const setup = useChanges()

/** Adds an invoice of so many units at 2.50 to the billing API. */
function addInvoice(id: string, month: string, quantity: number, more: object) {
  const line = { ...plainLine, amount: 2.5 * quantity, details: { quantity, unitPrice: 2.5 } }
  const issueDate = `2026-${month}-01T00:00:00.000Z`
  const sent = { ...plainInvoice, id, status: 'paid', issueDate, invoiceLineItems: [line], ...more }
  setup().api.add('invoice', id, jsonResponse(sent))
}
const read = (invoiceId: string) => runOperation('getInvoice', setup().context(), { invoiceId })
const compare = (invoiceId: string, other?: string) =>
  runOperation('compareInvoices', setup().context(), { invoiceId, with: other })

test('an invoice is compared with the one before that was opened, as it is now', async () => {
  const { subscribe, context } = setup()
  const subscriptionId = subscribe({ currency: 'USD' })
  addInvoice('cmp_1', '09', 4, { subscriptionId })
  addInvoice('cmp_2', '10', 4, { subscriptionId })
  addInvoice('cmp_3', '11', 10, { subscriptionId })
  expect(await compare('cmp_3')).toMatchObject({ other: null, otherId: null, bridge: null, others: [] })

  for (const id of ['cmp_1', 'cmp_2']) await read(id)
  await context().environment.index.written()
  addInvoice('cmp_2', '10', 6, { subscriptionId })
  const comparison = await compare('cmp_3')
  expect(comparison).toMatchObject({
    invoice: { id: 'cmp_3' },
    other: { id: 'cmp_2' },
    currency: 'USD',
    bridge: {
      before: '15',
      after: '25',
      difference: '10',
      parts: [{ kind: 'quantity', amount: '10', quantity: { before: '6', after: '10' } }],
    },
  })
  expect(comparison.others.map(({ id }) => id).toSorted()).toEqual(['cmp_1', 'cmp_2'])
  expect(await compare('cmp_3', 'cmp_1')).toMatchObject({ other: { id: 'cmp_1' }, bridge: { difference: '15' } })
})

test('the comparison says why there is none: another currency, or an invoice that does not exist', async () => {
  const { subscribe } = setup()
  addInvoice('cmp_usd', '11', 4, { subscriptionId: subscribe({ currency: 'USD' }) })
  addInvoice('cmp_eur', '11', 4, { subscriptionId: subscribe({ currency: 'EUR' }) })
  expect(await compare('cmp_usd', 'cmp_eur')).toMatchObject({ other: { id: 'cmp_eur' }, bridge: 'currencies' })
  expect(await compare('cmp_usd', 'cmp_none')).toMatchObject({ other: null, otherId: 'cmp_none', bridge: 'notFound' })
  await expect(compare('cmp_none', 'cmp_usd')).rejects.toMatchObject({ problem: { code: 'not_found' } })
})

test('a charge that another invoice has too is an error, and no reason for the difference, until it is reviewed', async () => {
  const { subscribe, context } = setup()
  const { environment } = context()
  const subscriptionId = subscribe({ currency: 'USD' })
  addInvoice('cmp_before', '09', 2, { subscriptionId })
  addInvoice('cmp_first', '10', 4, { subscriptionId })
  addInvoice('cmp_again', '11', 4, { subscriptionId })
  for (const id of ['cmp_before', 'cmp_first', 'cmp_again']) await read(id)
  await environment.index.written()
  expect(await compare('cmp_again', 'cmp_before')).toMatchObject({ bridge: { parts: [{ kind: 'finding' }] } })

  for (const invoiceId of ['cmp_before', 'cmp_again']) {
    const { findings } = await compareInvoice(context(), await read(invoiceId))
    for (const finding of findings.filter(isProblem).map(findingKey))
      await runOperation('reviewFinding', context(), { invoiceId, finding, reason: 'Agreed' })
  }
  expect(await compare('cmp_again', 'cmp_before')).toMatchObject({ bridge: { parts: [{ kind: 'quantity' }] } })
})
