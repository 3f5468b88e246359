import { OPERATION_MAP, operationOf } from '@/lib/operations'
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { OPERATIONS, type OperationName } from '@/lib/core/operations'
import { SCENARIO_IDS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { readCsv } from '@/testing/console/read-csv'
import type { PrintedDocument } from '@/lib/core/printed-document'
import { printedText } from '@/testing/console/printed-text'
import { consoleStore } from '@/lib/store/console-store'
import { auditEntries } from '@/lib/store/schema'
import { stopOfProcess } from '@/lib/core/server/process-stop'
import { handle } from './handle'

const api = useFakeBillingApi()
const { invoice, customer, fault } = SCENARIO_IDS
const host = '127.0.0.1:3000'
const isOperation = (name: string): name is OperationName => name in OPERATIONS
const fieldsOf = (name: OperationName): object => OPERATION_MAP[name].input.shape

interface DownloadOptions {
  query?: string
  method?: string
  accept?: string
  signal?: AbortSignal
}

const ask = (
  name: Parameters<typeof handle>[0],
  params: object,
  { query = '', method = 'GET', accept = '*/*', signal }: DownloadOptions = {},
) => {
  const ours = { origin: `http://${host}`, 'content-type': 'application/json', 'x-billing-console': '1' }
  const headers = { host, accept, ...(method === 'DELETE' && ours) }
  const request = new Request(`http://${host}/api${query}`, {
    method,
    headers,
    signal,
    ...(method === 'DELETE' && { body: '{}' }),
  })
  return handle(name)(request, { params: Promise.resolve(params) })
}
const print = (invoiceId: string, options?: DownloadOptions) => ask('printInvoice', { invoiceId }, options)
const csv = (invoiceId: string, options?: DownloadOptions) => ask('downloadInvoiceCsv', { invoiceId }, options)
const ledger = (externalId: string, options?: DownloadOptions) => ask('exportTransactions', { externalId }, options)

/**
 * Adds a ledger of this many rows in which all pages are equal. The export stops at its second page, which is read
 * after the first is consumed.
 */
function addRepeating(externalId: string): string {
  const results = Array.from({ length: 100 }, (_, id) => ({ id: `${externalId}-${id}`, amount: '1' }))
  const body = JSON.stringify({ results, count: 5_000, pages: 50 })
  api().add('customer', externalId, { status: 200, headers: { 'content-type': 'application/json' }, body })
  return externalId
}

async function printed(response: Response): Promise<PrintedDocument> {
  if (response.status !== 200) throw new Error(await response.text())
  return response.json()
}

const ledgerOf = (externalId: string, customerId: string) =>
  api().add('customer', externalId, {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ results: [{ id: 'txn_1', amount: '1', customerId }], count: 1, pages: 1 }),
  })
const billTo = async (query: string) =>
  (await printed(await print(invoice.active, { query }))).facts.find(({ text }) => text.startsWith('Bill to:'))?.text

describe('the customer of an invoice', () => {
  test('is named by the external ID only when the ledger under it confirms that ID', async () => {
    const { customerId } = Object(await (await ask('getInvoice', { invoiceId: invoice.active })).json())
    ledgerOf('acme-own-id', String(customerId))
    ledgerOf('somebody-else', 'cus_other')
    expect(await billTo('?externalId=acme-own-id')).toBe('Bill to: acme-own-id')
    for (const query of ['', '?externalId=somebody-else', '?externalId=no-such-ledger'])
      expect(await billTo(query)).toBeUndefined()
  })
})

describe('an invoice for paper', () => {
  test('has the copy that is asked for, with its own file name, and is not cached', async () => {
    const response = await print(invoice.active)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const customersCopy = await printed(response)
    expect(customersCopy.fileName).toBe('invoice-2042')
    expect(customersCopy.sums?.[0]).toEqual({ text: 'Total €30.30', look: 'sum' })
    const internal = await printed(await print(invoice.active, { query: '?for=internal' }))
    expect(internal.fileName).toMatch(/^invoice-2042-internal_\d{4}-\d\d-\d\d$/)
    const text = printedText(internal)
    expect(text).toContain('EUR (from the subscription)')
    expect(text).toContain('Lines that the customer sees €30.30000000000000004')
    expect((await print(invoice.active, { query: '?for=both' })).status).toBe(400)
  })

  test('is recorded once in the audit with its copy, also when it could not be read', async () => {
    const db = await consoleStore()
    const entriesOf = async (invoiceId: string) =>
      (await db.select().from(auditEntries).where(eq(auditEntries.objectId, invoiceId))).filter(
        ({ action }) => action === 'printInvoice',
      )
    const before = (await entriesOf(invoice.hostile)).length
    await print(invoice.hostile, { query: '?for=internal' })
    expect((await entriesOf(invoice.hostile)).slice(before)).toMatchObject([
      { outcome: null, detail: '{"for":"internal"}' },
      { outcome: 'done' },
    ])
    const unknown = randomUUID()
    expect((await print(unknown)).status).toBe(404)
    expect((await entriesOf(unknown)).map(({ outcome }) => outcome)).toEqual([null, 'refused'])
  })
})

describe('a downloaded file', () => {
  test('has its own name and is not cached', async () => {
    const response = await csv(invoice.active)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="invoice-2042-internal_\d{4}-\d\d-\d\d\.csv"/,
      ),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    await response.text()
  })

  test('contains hostile data from the billing API safely, and never the API key', async () => {
    const text = await (await csv(invoice.hostile)).text()
    const { rows, partial } = readCsv(text)
    expect([rows.length, partial]).toEqual([1, null])
    expect(rows.flatMap(Object.values).filter((cell) => /^[\s=+@]|^-\D/.test(cell))).toEqual([])
    expect(text).not.toContain(api().key)
    const echo = await csv(fault.echoesKey)
    expect(await echo.text()).not.toContain(api().key)
    const named = await csv(invoice.hostile, { method: 'HEAD' })
    expect(named.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"<>\\]*"/)
  })

  test('becomes a problem when it cannot be produced, and a page for a browser that followed a link', async () => {
    expect((await csv('nobody')).headers.get('content-type')).toContain('problem+json')
    const page = await csv('nobody', { accept: 'text/html,*/*' })
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(await page.text()).toMatch(/<h1>Not found<\/h1>[\s\S]*Request ID: [\da-f-]{36}/)
  })

  test('is not produced for a HEAD request', async () => {
    const response = await ledger(customer.acme, { method: 'HEAD' })
    expect([response.status, response.body]).toEqual([200, null])
  })
})

describe('a CSV', () => {
  test('has the form for Excel as an option, which the activity records', () => {
    const all = Object.keys(OPERATIONS).filter(
      (name): name is OperationName => isOperation(name) && OPERATIONS[name].kind === 'file',
    )
    expect(all).toContain('exportTransactions')
    expect(all.filter((name) => !('form' in fieldsOf(name)))).toEqual([])
    expect(all.filter((name) => !JSON.stringify(operationOf(name).audit).includes('"form"'))).toEqual([])
  })

  test('has semicolons, decimal commas and the day of an instant in the form for Excel', async () => {
    const excel = await (await ledger(customer.acme, { query: '?form=excel' })).text()
    expect(excel).toMatch(/^Created \(UTC\);Created \(UTC day\);Type;Amount;/)
    expect(excel.split('\r\n')[1]).toMatch(/;-0,5;/)
    const filtered = await ledger(customer.acme, { query: '?type=usage&from=2026-01-01', method: 'HEAD' })
    expect(filtered.headers.get('content-disposition')).toMatch(
      /filename="transactions-.+_type-usage_from-2026-01-01_\d{4}-\d\d-\d\d\.csv"/,
    )
    const lines = await (await csv(invoice.active, { query: '?form=excel' })).text()
    expect(lines).toMatch(/^Invoice number;As of \(UTC\);As of \(UTC day\);/)
    expect((await csv(invoice.active, { query: '?form=word' })).status).toBe(400)
  })
})

describe('the export of a ledger', () => {
  test('contains every row, oldest first, and says when no total confirms them', async () => {
    const before = api().requests.length
    const { rows, partial, unconfirmed } = readCsv(await (await ledger(customer.acme)).text())
    expect(rows.map((row) => row['Transaction ID'])).toEqual(
      Array.from({ length: 45 }, (_, index) => String(index + 1)),
    )
    expect(rows[0]).toMatchObject({
      Amount: '-0.5',
      'Pricing unit': 'Credits',
      Plan: 'Odd plan',
    })
    expect(rows[2]).toMatchObject({ Amount: '-2.5' })
    expect(partial).toBeNull()
    expect(
      api()
        .requests.slice(before)
        .map(({ url }) => url.replace(/.*\?/, '')),
    ).toEqual(['p=1&per_page=100&sort=asc', 'p=2&per_page=100&sort=asc'])
    expect(unconfirmed).toBe(
      'Exported all 45 transactions. The billing API sends no total to check this number against.',
    )
    const filtered = readCsv(await (await ledger(customer.acme, { query: '?idContains=45' })).text())
    expect(filtered.rows).toHaveLength(1)
    expect(filtered.unconfirmed).toMatch(/^Exported 1 transaction: all that match among 45\. The billing API sends/)
  })

  test('says in its last line that it is incomplete, under the same name', async () => {
    const response = await ledger(addRepeating('repeats'))
    expect(response.headers.get('content-disposition')).toMatch(/filename="transactions-repeats_\d{4}-\d\d-\d\d\.csv"/)
    const { rows, partial } = readCsv(await response.text())
    expect(rows).toHaveLength(100)
    expect(partial).toBe('Partial: 100 of 5,000, because page 2 repeats a page that was read before')
  })

  test('says so when the console stops, and reads only the pages that are consumed', async () => {
    const response = await ledger(addRepeating('stopped'))
    const before = api().requests.length
    stopOfProcess().ending.abort()
    try {
      expect(readCsv(await response.text()).partial).toBe(
        'Partial: 100 of 5,000, because the console was stopped; export it again',
      )
    } finally {
      globalThis.consoleStop = undefined
    }
    expect(api().requests).toHaveLength(before)
  })

  test('ends when the client leaves, and releases its slot', async () => {
    const leave = new AbortController()
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => ledger(addRepeating('left'), { signal: leave.signal })),
    )
    const refused = await ledger(customer.acme)
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'console_busy'])
    leave.abort()
    await Promise.all(responses.map((response) => response.text().catch(() => '')))
    expect((await ledger(customer.acme)).status).toBe(200)
  })

  test('is a problem, not a file, when its first page cannot be read', async () => {
    expect((await ledger('nobody')).status).toBe(404)
  })
})
