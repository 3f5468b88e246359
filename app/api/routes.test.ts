import { describe, expect, test } from 'vitest'
import { SCENARIO_IDS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { GET as anything } from './[[...path]]/route'
import { GET as listTransactions } from './customers/[externalId]/transactions/route'
import { GET as rawTransactions } from './customers/[externalId]/transactions/raw/route'
import { POST as find } from './find/route'
import { GET as readInvoice } from './invoices/[invoiceId]/route'
import { GET as rawInvoice } from './invoices/[invoiceId]/raw/route'
import { POST as cancel } from './subscriptions/[id]/cancel/route'
import { DELETE as remove, GET as readSubscription } from './subscriptions/[id]/route'
import { GET as rawSubscription } from './subscriptions/[id]/raw/route'

const api = useFakeBillingApi()
const { subscription, invoice, customer } = SCENARIO_IDS
const origin = 'http://localhost:3000'

const context = <P>(params: P) => ({ params: Promise.resolve(params) })
const get = (path: string) => new Request(`${origin}${path}`, { headers: { host: 'localhost:3000' } })
const write = (method: string, path: string, body: object) =>
  new Request(`${origin}${path}`, {
    method,
    headers: { host: 'localhost:3000', origin, 'content-type': 'application/json', 'x-billing-console': '1' },
    body: JSON.stringify(body),
  })
const codeOf = async (response: Response | Promise<Response>) => (await (await response).json()).code

describe('read routes', () => {
  const id = context({ id: subscription.active })
  const invoiceId = context({ invoiceId: invoice.active })
  const externalId = context({ externalId: customer.acme })

  test('return the requested object', async () => {
    expect(await (await readSubscription(get('/'), id)).json()).toMatchObject({ id: subscription.active })
    expect(await (await readInvoice(get('/'), invoiceId)).json()).toMatchObject({ id: invoice.active })
    const page = await listTransactions(get('/?page=2&pageSize=10&order=asc'), externalId)
    expect(await page.json()).toMatchObject({ externalId: customer.acme, currentPage: 2, pageSize: 10 })
    const found = await find(write('POST', '/api/find', { id: invoice.active }), context(undefined))
    expect(await found.json()).toMatchObject({ hits: [{ kind: 'invoice', id: invoice.active }] })
  })

  test('return the raw response as it was sent', async () => {
    expect(await (await rawSubscription(get('/'), id)).text()).toContain('  "customerId": 4711,\n')
    expect(await (await rawInvoice(get('/'), invoiceId)).text()).toContain('  "vanityId": "2042",\n')
    expect(await (await rawTransactions(get('/?page=2'), externalId)).text()).toContain('"currentPage": "2"')
  })

  test.each(['?page=0', '?page=1.5', '?page=x', '?pageSize=101', '?order=up', '?page=1&page=2', '?orderBy=id'])(
    'of a ledger reject %s',
    async (query) => {
      const before = api().requests.length
      expect(await codeOf(listTransactions(get(`/${query}`), externalId))).toBe('invalid_request')
      expect(await codeOf(rawTransactions(get(`/${query}`), externalId))).toBe('invalid_request')
      expect(api().requests).toHaveLength(before)
    },
  )

  test("keep typed or pasted text out of the URL, and accept it only from the console's own pages", async () => {
    const before = api().requests.length
    const sendFind = (path: string, body: object = { id: 'a' }) => find(write('POST', path, body), context(undefined))
    expect(await codeOf(sendFind('/?id=a'))).toBe('invalid_request')
    expect(await codeOf(sendFind('/', { id: 'a', more: 'b' }))).toBe('invalid_request')
    expect(await codeOf(sendFind('/', { id: 'x'.repeat(65 * 1024) }))).toBe('payload_too_large')
    const foreign = write('POST', '/', { id: 'a' })
    foreign.headers.set('origin', 'https://evil.example')
    expect(await codeOf(find(foreign, context(undefined)))).toBe('forbidden_origin')
    expect(api().requests).toHaveLength(before)
  })

  test('reject a query when they read one object', async () => {
    expect(await codeOf(readSubscription(get('/?x=1'), id))).toBe('invalid_request')
    expect(await codeOf(rawSubscription(get('/?x=1'), id))).toBe('invalid_request')
    expect(await codeOf(readInvoice(get('/?x=1'), invoiceId))).toBe('invalid_request')
    expect(await codeOf(rawInvoice(get('/?x=1'), invoiceId))).toBe('invalid_request')
  })
})

describe('change routes', () => {
  test('cancel with the customer, and delete only an existing subscription', async () => {
    const id = context({ id: subscription.upcoming })
    const before = api().requests.length
    const body = { externalCustomerId: customer.acme, reason: 'Asked by phone' }
    expect((await cancel(write('POST', '/', body), id)).status).toBe(200)
    expect(await codeOf(remove(write('DELETE', '/', { reason: 'Test data' }), id))).toBe('not_found')
    const sent = api()
      .requests.slice(before)
      .filter(({ method }) => method !== 'GET')
    expect(sent).toMatchObject([{ method: 'POST', body: JSON.stringify({ externalCustomerId: customer.acme }) }])
  })

  test('never send a malformed ID to the billing API', async () => {
    const before = api().requests.length
    expect(await codeOf(cancel(write('POST', '/', { reason: 'x' }), context({ id: '..' })))).toBe('invalid_id')
    expect(await codeOf(remove(write('DELETE', '/', { reason: 'x' }), context({ id: 'a\n' })))).toBe('invalid_id')
    expect(api().requests).toHaveLength(before)
  })
})

test('unknown paths return a problem, not a page', async () => {
  expect(await codeOf(anything(get('/api/no/such')))).toBe('route_not_found')
})
