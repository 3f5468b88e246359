import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import type { InputOf } from '@/lib/operations'
import { addToTally, volume } from '@/scripts/test/volume.mjs'
import { beginReads, finishReads } from '@/testing/console/finish-reads'
import { readCsv, readExport } from '@/testing/console/read-csv'
import { problemOf } from '@/testing/console/problem-of'
import { useChanges } from '@/testing/console/use-changes'
import { agreeingLine } from '@/testing/fake-billing-api/plain-resources'
import { jsonResponse } from '@/testing/fake-billing-api/response'
import { emptyIndexMemory, ObjectIndex } from '@/lib/objects/server/object-index'
import { stopOfProcess } from '@/lib/core/server/process-stop'
import { runOperation } from '@/lib/run-operation'
import { seenObjects } from '@/lib/store/index-schema'
import { consoleStore } from '@/lib/store/console-store'
import { invoiceLinesFile } from './export-lines'

const setup = useChanges()
let sources = 0

/** A console with an index of its own, whose team opened these invoices. */
function exporting() {
  const { context, subscribe, api } = setup()
  const index = new ObjectIndex(`lines-${(sources += 1)}`, emptyIndexMemory())
  const base = context('finance@example.com')
  const as = { ...base, now: () => new Date(), environment: { ...base.environment, index } }
  const add = (id: string, body: object = {}) => api.add('invoice', id, jsonResponse({ ...INVOICE, ...body, id }))
  const open = async (id: string, body?: object) => {
    add(id, body)
    await runOperation('getInvoice', as, { invoiceId: id })
    await index.written()
  }
  const lines = async (input: Partial<InputOf<'exportInvoiceLines'>> = {}) =>
    readExport(await runOperation('exportInvoiceLines', as, { sort: 'seen', order: 'asc', ...input }))
  const asked = (id: string) => api.requests.filter(({ url }) => url.includes(id)).length
  return { as, api, add, open, subscribe, lines, asked }
}

afterEach(() => {
  globalThis.consoleStop = undefined
})

const INVOICE = { status: 'paid', issueDate: '2026-03-01T00:00:00.000Z', invoiceLineItems: [agreeingLine] }

test('exports every line of all matching invoices as they are now, with the verdict, plan and currency', async () => {
  const { open, add, lines, subscribe, asked } = exporting()
  const subscriptionId = subscribe({ currency: 'EUR', plan: { id: 'plan-lines', name: 'Team' } })
  await open('inv-lines-1', { subscriptionId, vanityIdString: 'L-1' })
  await open('inv-lines-2', { subscriptionId: undefined, invoiceLineItems: [] })
  await open('inv-lines-void', { status: 'void' })
  const hidden = { ...agreeingLine, id: 'line-hidden', amount: 84, price: { billable: { showOnInvoice: false } } }
  add('inv-lines-1', { subscriptionId, vanityIdString: 'L-1', invoiceLineItems: [agreeingLine, hidden] })
  const { rows, partial } = await lines({ status: 'paid' })
  expect(partial).toBeNull()
  expect(rows).toMatchObject([
    { 'Listed invoice': 'inv-lines-1', Verdict: 'Needs a look', 'Invoice number': 'L-1', Line: '1', Amount: '80' },
    { Line: '2', Amount: '84', Check: 'Needs a look', 'Seen by the customer': 'no' },
    { 'Listed invoice': 'inv-lines-2', Line: '', Status: 'paid' },
  ])
  expect(rows[0]).toMatchObject({
    Plan: 'Team',
    Currency: 'EUR',
    'Issue date (UTC)': expect.stringContaining('2026-03-01'),
  })
  expect(asked('inv-lines-1'), 'each is read again').toBe(2)
})

test('names what is gone, and is partial when an invoice can’t be read', async () => {
  const { api, open, lines } = exporting()
  for (const id of ['inv-gone-1', 'inv-gone', 'inv-gone-refused']) {
    await open(id)
    await wait(2)
  }
  api.add('invoice', 'inv-gone-refused', { ...jsonResponse({ message: 'No' }), status: 403 })
  api.add('invoice', 'inv-gone', { ...jsonResponse({ message: 'None' }), status: 404 })
  const { rows, partial } = await lines()
  expect(rows).toMatchObject([
    { 'Listed invoice': 'inv-gone-1', 'Not read': '', Amount: '80' },
    {
      'Listed invoice': 'inv-gone',
      Verdict: 'Not found',
      'Not read': expect.stringMatching(/Check the ID/),
      Amount: '',
    },
    { 'Listed invoice': 'inv-gone-refused', Verdict: 'Not readable', 'Not read': expect.stringMatching(/./) },
  ])
  expect(partial).toBe('Partial: 2 of 3 invoices, because 1 invoice could not be read; see “Not read”')
})

test('has the verdict of the lines that are in the file, also when the index could not keep them', async () => {
  const { as, open, add, lines } = exporting()
  await open('inv-lines-kept')
  add('inv-lines-kept', { invoiceLineItems: [{ ...agreeingLine, amount: 90 }] })
  vi.spyOn(as.environment.index, 'recordInvoice').mockReturnValueOnce('')
  const { rows } = await lines()
  expect(rows).toMatchObject([{ Verdict: 'Needs a look', Amount: '90', Check: 'Needs a look' }])
})

test('finds charges after the end in the lines of the file, also when the index keeps no charges of so many', async () => {
  const { open, lines, subscribe } = exporting()
  const subscriptionId = subscribe({ startDate: '2026-01-01T00:00:00.000Z', endDate: '2026-02-01T00:00:00.000Z' })
  const invoiceLineItems = Array.from({ length: 101 }, (_, nth) => ({ ...agreeingLine, id: `late-${nth}` }))
  await open('inv-lines-late', { subscriptionId, invoiceLineItems })
  const { rows } = await lines()
  expect(rows.filter(({ Findings }) => Findings?.includes('after the end'))).toHaveLength(101)
})

test('goes on when there is no time for another attempt to read one of its invoices', async () => {
  const { as, api, open } = exporting()
  await open('inv-slow-1')
  await open('inv-slow-2')
  api.add('invoice', 'inv-slow-1', { ...jsonResponse({ message: 'Busy' }), status: 500 })
  const file = await invoiceLinesFile(as, { sort: 'seen', order: 'asc' }, { retryMs: 100, silentMs: 50 })
  const { rows, partial } = await readExport(file)
  expect(rows).toMatchObject([{ 'Listed invoice': 'inv-slow-1', Verdict: 'Not readable' }, { Amount: '80' }])
  expect(partial).toContain('Partial: 1 of 2 invoices, because 1 invoice could not be read')
})

test('does not write a customer to the index again who is forgotten while it runs', async () => {
  const { as, open, subscribe } = exporting()
  const customerId = 'customer-lines-forgotten'
  const subscriptionId = subscribe({ customerId })
  for (const nth of [1, 2, 3]) await open(`inv-forgotten-${nth}`, { customerId, subscriptionId })
  const { bytes } = await runOperation('exportInvoiceLines', as, { sort: 'seen', order: 'asc' })
  const admin = { ...as, actor: { ...as.actor, role: 'admin' as const } }
  let pieces = 0
  for await (const _ of { [Symbol.asyncIterator]: () => bytes }) {
    pieces += 1
    if (pieces === 3) await runOperation('forgetCustomer', admin, { externalId: customerId })
  }
  expect(pieces).toBeGreaterThan(3)
  await as.environment.index.written()
  const db = await consoleStore()
  expect(await db.select().from(seenObjects).where(eq(seenObjects.source, as.environment.index.source))).toEqual([])
})

test('reads invoices at the rate of all background reads, together with a run of “Read these”', async () => {
  const { as, open, add, lines, asked } = exporting()
  const exported = Array.from({ length: 9 }, (_, nth) => `inv-rate-export-${nth}`)
  const read = Array.from({ length: 30 }, (_, nth) => `inv-rate-read-${nth}`)
  for (const id of exported) await open(id)
  for (const id of read) add(id)
  const { run } = await runOperation('readThese', as, { kind: 'invoice', ids: read })
  const before = asked('inv-rate-')
  const startedMs = performance.now()
  await beginReads(as.environment, { perSecond: 5, retryMs: 0 })
  // The run adds its invoices to the list.
  const { rows, partial } = await lines({ text: 'inv-rate-export' })
  const seconds = (performance.now() - startedMs) / 1_000
  expect(partial).toBeNull()
  expect(rows).toHaveLength(9)
  expect(asked('inv-rate-read'), 'the run went on').toBeGreaterThan(0)
  expect(asked('inv-rate-') - before).toBeLessThanOrEqual(5 * (seconds + 1.25))
  await runOperation('stopRead', as, { readId: run.id })
  await finishReads(as.environment)
})

test('asks nothing while the circuit breaker is open, and says why the file ends', async () => {
  const { as, open, asked } = exporting()
  await open('inv-lines-paused')
  const paused = Object.assign(Object.create(as.environment.billing), {
    breakers: () => ({ ...as.environment.billing.breakers(), reads: 'open' }),
  })
  const context = { ...as, environment: { ...as.environment, billing: paused } }
  const file = await invoiceLinesFile(context, { sort: 'seen', order: 'asc' }, { retryMs: 20, silentMs: 100 })
  const { rows, partial } = await readExport(file)
  expect(rows).toEqual([])
  expect(partial).toContain('not asked at present')
  expect(asked('inv-lines-paused')).toBe(1)
})

test('ends when the console stops, and its last line says so', async () => {
  const { as, open } = exporting()
  for (const nth of [1, 2, 3, 4, 5, 6, 7, 8]) await open(`inv-lines-stop-${nth}`)
  const { bytes } = await runOperation('exportInvoiceLines', as, { sort: 'seen', order: 'asc' })
  const pieces: Uint8Array[] = []
  for await (const piece of { [Symbol.asyncIterator]: () => bytes }) {
    pieces.push(piece)
    if (pieces.length === 4) stopOfProcess().ending.abort()
  }
  const { rows, partial } = readCsv(Buffer.concat(pieces).toString())
  expect(rows.length).toBeLessThan(8)
  expect(partial).toContain('the console was stopped')
})

test('refuses more than 5,000 invoices before it reads one', async () => {
  const { as, lines } = exporting()
  const at = '2026-03-01T00:00:00.000Z'
  const { source } = as.environment.index
  const seenOf = (nth: number) => ({ source, kind: 'invoice' as const, id: `inv-many-${nth}`, seenAt: at, row: {} })
  const seen = Array.from({ length: 5_001 }, (_, nth) => seenOf(nth))
  const db = await consoleStore()
  for (let from = 0; from < seen.length; from += 1_000)
    await db.insert(seenObjects).values(seen.slice(from, from + 1_000))
  expect(await problemOf(lines())).toMatchObject({ code: 'invalid_request' })
})

const INVOICES = volume({ test: 0, prove: 300 })
test.runIf(INVOICES > 0)(`needs no more memory for ${INVOICES} invoices of 200 lines than for 50`, async () => {
  const { open, as } = exporting()
  const invoiceLineItems = Array.from({ length: 200 }, (_, nth) => ({ ...agreeingLine, id: `line-${nth}` }))
  for (let nth = 0; nth < INVOICES; nth += 1) await open(`inv-memory-${nth}`, { invoiceLineItems })
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const { bytes } = await runOperation('exportInvoiceLines', as, { sort: 'seen', order: 'asc' })
  const heaps: number[] = []
  let pieces = 0
  for await (const _ of { [Symbol.asyncIterator]: () => bytes }) {
    pieces += 1
    // A client that reads slowly.
    await wait(20)
    if (pieces % 50 !== 0) continue
    collect()
    heaps.push(process.memoryUsage().heapUsed / 2 ** 20)
  }
  expect(heaps.length).toBeGreaterThanOrEqual(INVOICES / 50)
  expect(Math.max(...heaps) - (heaps[0] ?? 0), 'MiB').toBeLessThan(16)
  addToTally('invoices of a lines export within a bounded memory', INVOICES)
})
