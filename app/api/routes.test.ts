import { describe, expect, test } from 'vitest'
import { serveApi } from '@/testing/console/serve-api'
import { SCENARIO_IDS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'

const api = useFakeBillingApi()
const { subscription, invoice, customer } = SCENARIO_IDS
const origin = 'http://localhost:3000'

const get = (path: string) => serveApi(new Request(`${origin}/api${path}`, { headers: { host: 'localhost:3000' } }))
const written = (method: string, path: string, body: object) =>
  new Request(`${origin}/api${path}`, {
    method,
    headers: { host: 'localhost:3000', origin, 'content-type': 'application/json', 'x-billing-console': '1' },
    body: JSON.stringify(body),
  })
const write = (...sent: Parameters<typeof written>) => serveApi(written(...sent))
const codeOf = async (response: Response | Promise<Response>) => (await (await response).json()).code

describe('read routes', () => {
  const id = `/subscriptions/${encodeURIComponent(subscription.active)}`
  const invoiceId = `/invoices/${encodeURIComponent(invoice.active)}`
  const ledger = `/customers/${encodeURIComponent(customer.acme)}/transactions`

  test('return the requested object', async () => {
    expect(await (await get(id)).json()).toMatchObject({ id: subscription.active })
    expect(await (await get(invoiceId)).json()).toMatchObject({ id: invoice.active })
    const page = await get(`${ledger}?page=2&pageSize=10&order=asc`)
    expect(await page.json()).toMatchObject({ externalId: customer.acme, currentPage: 2, pageSize: 10 })
    const found = await write('POST', '/find', { id: invoice.active })
    expect(await found.json()).toMatchObject({ hits: [{ kind: 'invoice', id: invoice.active }] })
  })

  test('return the raw response as it was sent', async () => {
    expect(await (await get(`${id}/raw`)).text()).toContain('  "customerId": 4711,\n')
    expect(await (await get(`${invoiceId}/raw`)).text()).toContain('  "vanityId": "2042",\n')
    expect(await (await get(`${ledger}/raw?page=2`)).text()).toContain('"currentPage": "2"')
  })

  test.each(['?page=0', '?page=1.5', '?page=x', '?pageSize=101', '?order=up', '?page=1&page=2', '?orderBy=id'])(
    'of a ledger reject %s',
    async (query) => {
      const before = api().requests.length
      expect(await codeOf(get(`${ledger}${query}`))).toBe('invalid_request')
      expect(await codeOf(get(`${ledger}/raw${query}`))).toBe('invalid_request')
      expect(api().requests).toHaveLength(before)
    },
  )

  test("keep typed or pasted text out of the URL, and accept it only from the console's own pages", async () => {
    const before = api().requests.length
    expect(await codeOf(write('POST', '/find?id=a', { id: 'a' }))).toBe('invalid_request')
    expect(await codeOf(write('POST', '/find', { id: 'a', more: 'b' }))).toBe('invalid_request')
    expect(await codeOf(write('POST', '/find', { id: 'x'.repeat(65 * 1024) }))).toBe('payload_too_large')
    const foreign = written('POST', '/find', { id: 'a' })
    foreign.headers.set('origin', 'https://evil.example')
    expect(await codeOf(serveApi(foreign))).toBe('forbidden_origin')
    expect(api().requests).toHaveLength(before)
  })

  test('reject a query when they read one object', async () => {
    for (const path of [id, `${id}/raw`, invoiceId, `${invoiceId}/raw`])
      expect(await codeOf(get(`${path}?x=1`))).toBe('invalid_request')
  })
})

describe('change routes', () => {
  test('cancel with the customer, and delete only an existing subscription', async () => {
    const id = `/subscriptions/${encodeURIComponent(subscription.upcoming)}`
    const before = api().requests.length
    const body = { externalCustomerId: customer.acme, reason: 'Asked by phone' }
    expect((await write('POST', `${id}/cancel`, body)).status).toBe(200)
    expect(await codeOf(write('DELETE', id, { reason: 'Test data' }))).toBe('not_found')
    const sent = api()
      .requests.slice(before)
      .filter(({ method }) => method !== 'GET')
    expect(sent).toMatchObject([{ method: 'POST', body: JSON.stringify({ externalCustomerId: customer.acme }) }])
  })

  test('never send a malformed ID to the billing API', async () => {
    const before = api().requests.length
    expect(await codeOf(write('POST', '/subscriptions/a%00/cancel', { reason: 'x' }))).toBe('invalid_id')
    expect(await codeOf(write('DELETE', '/subscriptions/a%0A', { reason: 'x' }))).toBe('invalid_id')
    expect(api().requests).toHaveLength(before)
  })
})

test('unknown paths return a problem, not a page', async () => {
  for (const path of ['', '/no/such', '/subscriptions/a/b/c', '/Find'])
    expect(await codeOf(get(path))).toBe('route_not_found')
})

test('a path without parameters comes before one with them, and an ID may have a slash', async () => {
  expect((await write('POST', '/exports/customers', {})).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  expect((await write('PUT', '/%75sers', {})).headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST')
  expect(await codeOf(get('/subscriptions/a%2Fraw'))).toBe('not_found')
})
