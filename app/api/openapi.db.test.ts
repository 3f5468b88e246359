import { expect, test } from 'vitest'
import { OPERATION_DESCRIPTIONS } from '@/contract/console/operation-descriptions'
import type { ConsoleInput, ConsoleOperationName } from '@/contract/console/operations'
import { runOperation } from '@/lib/server/run-operation'
import { finishReads } from '@/testing/console/finish-reads'
import { KEY_OPERATIONS, openApiDocument } from '@/testing/console/openapi-document'
import { useChanges } from '@/testing/console/use-changes'
import { workOnJobs } from '@/testing/console/work-on-jobs'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { plainEntries } from '@/testing/fake-billing-api/start-ledger-api'
// oxlint-disable-next-line no-restricted-imports -- as above
import { agreeingLine, plainInvoice, plainSubscription } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { jsonResponse } from '@/testing/fake-billing-api/response'

const setup = useChanges()

test('every operation that access keys may run has a description', () => {
  expect(Object.keys(OPERATION_DESCRIPTIONS).toSorted()).toEqual(KEY_OPERATIONS.toSorted())
})

test('docs/openapi.json describes every operation that access keys may run, with responses of this version', async () => {
  const document = openApiDocument(await examplesOfResponses())
  // `npx vitest run app/api/openapi -u` writes it.
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../docs/openapi.json')
})

/** Runs operations on the fake billing API, and returns their results without what differs from run to run. */
async function examplesOfResponses(): Promise<Map<ConsoleOperationName, unknown>> {
  const { api, context, environment } = setup()
  const examples = new Map<ConsoleOperationName, unknown>()
  const run = async <Name extends ConsoleOperationName>(name: Name, input: Partial<ConsoleInput<Name>> = {}) => {
    const output = await runOperation(name, context(), input)
    await environment.index.written()
    examples.set(name, stable(JSON.parse(JSON.stringify(output))))
    return output
  }
  const [id, invoiceId, externalId] = ['sub_example', 'inv_example', 'acme-inc']
  const results = plainEntries(3).toReversed()
  api.faults.addSubscription(id, { ...plainSubscription, endDate: null })
  api.add('invoice', invoiceId, jsonResponse({ ...plainInvoice, id: invoiceId, invoiceLineItems: [agreeingLine] }))
  api.add('customer', externalId, jsonResponse({ results, count: results.length, pages: 1, currentPage: 1 }))
  await run('getSubscription', { id })
  await run('getInvoice', { invoiceId })
  await run('listTransactions', { externalId })
  await run('readLedger', { externalId })
  await workOnJobs(environment)
  await run('compareInvoices', { invoiceId })
  await run('listGrantedBlocks', { invoiceId })
  await run('getApiCustomer', { customerId: plainSubscription.customerId })
  await run('find', { id: invoiceId })
  await run('suggest', { text: 'inv_' })
  const { effects } = await run('getSubscription', { id })
  const { change } = await run('proposeCancel', {
    id,
    reason: 'Asked for in the ticket',
    seen: { effect: effects?.cancel },
  })
  await run('getChange', { changeId: change.id })
  await run('listChanges', { state: 'all' })
  await run('getSubscriptionHistory', { id })
  await run('listSubscriptions')
  await run('listInvoices')
  await run('sumInvoices')
  await run('listCustomers')
  await run('getCustomer', { externalId })
  await run('getAttention')
  await run('getRelated', { invoiceId })
  await run('listNotes', { kind: 'invoice', id: invoiceId })
  await run('listReviews', { invoiceId })
  await run('getLedgerRead', { externalId })
  await run('getBalanceChart', { externalId, range: '2026-01-01..2026-03-31' })
  await run('explainChange', { externalId, from: '2026-01-01', to: '2026-01-03' })
  await run('listLedgerMonths', { externalId })
  await run('listLedgerBlocks', { externalId })
  await run('listFilterOptions', { externalId })
  await run('filterTransactions', { externalId })
  await run('listCredits', { day: '2026-01-03' })
  await run('listDifferences')
  const { run: started } = await run('readThese', { kind: 'invoice', ids: [invoiceId, 'inv_none'] })
  await finishReads(environment)
  await run('listReads')
  await run('getRead', { readId: started.id })
  return examples
}

const DAY_MS = 86_400_000
const IDS = /^(op|note|read|grp)_[\w-]{8,}$/

/** Replaces instants of today and random IDs, and keeps at most two elements of a list. */
function stable(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(stable)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, stable(part)]))
  if (typeof value !== 'string') return value
  if (/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(value) && Math.abs(Date.parse(value) - Date.now()) < 4 * DAY_MS)
    return value.length === 10 ? '2026-03-16' : '2026-03-16T09:00:00.000Z'
  if (/^[\da-f]{8}-[\da-f-]{27}$/.test(value)) return '00000000-0000-4000-8000-000000000000'
  return value.replace(IDS, '$1_example').replaceAll(/\d{1,2} \w{3} \d{4}, \d\d:\d\d/g, '16 Mar 2026, 09:00')
}
