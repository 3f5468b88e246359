import type { InputOf } from '@/lib/operations'
import { expect, test } from 'vitest'
import type { OperationName } from '@/lib/core/operations'
import { runOperation } from '@/lib/run-operation'
import { Download } from '@/lib/core/download'
import { finishReads } from '@/testing/console/finish-reads'
import { type ExampleResponse, KEY_OPERATIONS, openApiDocument } from '@/testing/console/openapi-document'
import { useChanges } from '@/testing/console/use-changes'
import { workOnJobs } from '@/testing/console/work-on-jobs'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { plainEntries } from '@/testing/fake-billing-api/start-ledger-api'
// oxlint-disable-next-line no-restricted-imports -- as above
import { agreeingLine, plainInvoice, plainSubscription } from '@/testing/fake-billing-api/plain-resources'
// oxlint-disable-next-line no-restricted-imports -- as above
import { jsonResponse } from '@/testing/fake-billing-api/response'

const setup = useChanges()

test('docs/openapi.json describes every operation that access keys may run, with responses of this version', async () => {
  const examples = await examplesOfResponses()
  expect([...examples.keys()].toSorted()).toEqual(KEY_OPERATIONS.toSorted())
  const document = openApiDocument(examples)
  // `npx vitest run app/api/openapi -u` writes it.
  await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../../docs/openapi.json')
})

/** Runs operations on the fake billing API, and returns their results without what differs from run to run. */
async function examplesOfResponses(): Promise<Map<OperationName, ExampleResponse>> {
  const { api, context, environment } = setup()
  const examples = new Map<OperationName, ExampleResponse>()
  const run = async <Name extends OperationName>(name: Name, input: Partial<InputOf<Name>> = {}) => {
    const output = await runOperation(name, context(), input)
    await environment.index.written()
    examples.set(name, await responseOf(output))
    return output
  }
  const [id, invoiceId, externalId] = ['sub_example', 'inv_example', 'acme-inc']
  const results = plainEntries(3).toReversed()
  // Its period ends in a month, whatever the day of the test.
  const startDate = new Date(Date.now() - DAY_MS).toISOString()
  api.faults.addSubscription(id, { ...plainSubscription, startDate, endDate: null })
  api.add('invoice', invoiceId, jsonResponse({ ...plainInvoice, id: invoiceId, invoiceLineItems: [agreeingLine] }))
  api.add('customer', externalId, jsonResponse({ results, count: results.length, pages: 1, currentPage: 1 }))
  const { effects } = await run('getSubscription', { id })
  await run('getInvoice', { invoiceId })
  await run('listTransactions', { externalId })
  await run('readLedger', { externalId })
  await workOnJobs(environment)
  await run('compareInvoices', { invoiceId })
  await run('listGrantedBlocks', { invoiceId })
  await run('getApiCustomer', { customerId: plainSubscription.customerId })
  await run('find', { id: invoiceId })
  await run('suggest', { text: 'inv_' })
  const { change } = await run('proposeCancel', {
    id,
    reason: 'Asked for in the ticket',
    seen: { effect: effects.cancel },
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
  await run('getBalanceChart', { externalId, range: 'all' })
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
  await run('getRawSubscription', { id })
  await run('getRawInvoice', { invoiceId })
  await run('listRawTransactions', { externalId })
  await run('printInvoice', { invoiceId })
  await run('printInvoiceMonth', { issued: '2026-01' })
  await run('printMonths', { externalId })
  await run('downloadInvoiceCsv', { invoiceId })
  await run('exportTransactions', { externalId })
  await run('exportLedgerMonths', { externalId })
  await run('exportSubscriptions')
  await run('exportInvoices')
  await run('exportInvoiceLines')
  await run('exportCustomers')
  await run('exportCredits', { day: '2026-01-03' })
  await run('exportChanges')
  api.faults.addSubscription('sub_ended', {
    ...plainSubscription,
    status: 'ended',
    endDate: '2026-02-05T00:00:00.000Z',
  })
  await run('proposeDelete', { id: 'sub_ended', reason: 'Asked for in the ticket', seen: { effect: 'deletes' } })
  await run('getStatus')
  return examples
}

/** Returns what a client gets: JSON, or the first lines of a file. */
async function responseOf(output: unknown): Promise<ExampleResponse> {
  if (!(output instanceof Download))
    return {
      mediaType: 'application/json',
      example: stable(JSON.parse(typeof output === 'string' ? output : JSON.stringify(output))),
    }
  const parts: Uint8Array[] = []
  for (let part = await output.bytes.next(); !part.done; part = await output.bytes.next()) parts.push(part.value)
  const lines = Buffer.concat(parts).toString('utf8').split('\r\n')
  return { mediaType: output.mediaType, example: stable(lines.slice(0, 3).join('\r\n')) }
}

const DAY_MS = 86_400_000
const DAY = /\d{4}-\d\d-\d\d([T ][\d:.]+Z?)?/g
const SHOWN_DAY = /(\d{1,2} \w{3} \d{4})(, \d\d:\d\d)?/g
const MONTH = /\b(\d{4})-(\d\d)(?![-\d])/g
const IDS = /\b(op|note|read|grp)_[\w-]{8,}/g
const UUID = /\b[\da-f]{8}-[\da-f-]{27}\b/g

const isNearNow = (day: string) => Math.abs(Date.parse(day) - Date.now()) < 4 * DAY_MS

/** Stand for this month and the one before. */
const RECENT_MONTHS = ['2026-03', '2026-02']

function monthsAgo(year: number, month: number): number {
  const now = new Date()
  return (now.getUTCFullYear() - year) * 12 + now.getUTCMonth() + 1 - month
}

/**
 * Replaces instants and months of today, random IDs and measured figures, and keeps at most two elements of a list.
 * @param figures what stands for the fields of these names
 */
function stable(value: unknown, figures = FIGURES): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map((each) => stable(each, figures))
  if (typeof value === 'object' && value !== null) {
    const known = 'charts' in value ? DRAWN : figures
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, known[name] ?? stable(part, known)]))
  }
  if (typeof value !== 'string') return value
  return value
    .replaceAll(/\bends \d{4}-\d\d-\d\d/g, 'ends 2026-04-14')
    .replaceAll(/\bends \d{1,2} \w{3} \d{4}/g, 'ends 14 Apr 2026')
    .replaceAll(DAY, (text, time) =>
      isNearNow(text) ? `2026-03-16${time === undefined ? '' : 'T09:00:00.000Z'}` : text,
    )
    .replaceAll(SHOWN_DAY, (text, day, time) =>
      time === undefined ? (isNearNow(day) ? '16 Mar 2026' : text) : '16 Mar 2026, 09:00',
    )
    .replaceAll(MONTH, (text, year, month) => RECENT_MONTHS[monthsAgo(Number(year), Number(month))] ?? text)
    .replaceAll(UUID, '00000000-0000-4000-8000-000000000000')
    .replaceAll(IDS, '$1_example')
}

/** Measured or random each time. */
const FIGURES: Readonly<Record<string, unknown>> = {
  latencyMs: { p50: 12, p95: 30, p99: 41 },
  process: 'console-1:4711',
}

/** A chart is drawn up to today, so its places on paper are others each day. */
const DRAWN: Readonly<Record<string, unknown>> = {
  isByMonth: false,
  line: 'M0,18L720,18',
  area: 'M0,18L720,18L720,180L0,180Z',
  x: 0,
  days: [{ x: 0, label: '1 Jan 2026' }],
}
