import { BILLING_OPERATIONS } from '@/contract/billing/operations'
import { VERSION } from '@/contract/version'
import { BILLING_ERRORS, BillingProblem } from '@/contract/billing/problem'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys'
import { billingApp } from './app'
import { httpRequest, type HttpResponse } from '@/testing/service/http-request'
import { subscriptionActive } from './refusals'
import { SAMPLE_CUSTOMER } from './samples/sample-customer'
import { loadSamples } from '@/testing/service/load-samples'
import { LONG_AMOUNT, longInvoice, longSubscription, longTransaction } from '@/testing/service/long-amounts'
import { serve, type RunningService } from './serve'
import { hasCitus } from './store/distribute'
import { statementsOf } from '@/testing/service/statements-of'
import { openFreshStore, PATIENT, type FreshStore } from '@/testing/service/fresh-store'

const NOW = '2026-03-10T12:00:00.000Z'
const SUBSCRIPTION = '/external/subscriptions/sub_acme'
/** A customer whose id must be percent-encoded in a URL. */
const CUSTOMER = { ...SAMPLE_CUSTOMER, externalId: 'acme/köln 7%' }
const LEDGER = '/external/customers/external-id/acme%2Fk%C3%B6ln%207%25/transactions'
const INVOICE = '/external/invoices/inv_1042/with-line-items'

let store: FreshStore
let service: RunningService
let merchantId: string
let key: string
const logged: string[] = []

beforeAll(async () => {
  store = await openFreshStore()
  merchantId = await store.newMerchant()
  await loadSamples(store, merchantId, [
    { kind: 'customer', data: CUSTOMER },
    { kind: 'subscription', data: longSubscription(merchantId) },
    { kind: 'subscription', data: longSubscription(merchantId, { id: 'a/b %ü@', status: 'ended' }) },
    { kind: 'invoice', data: longInvoice(merchantId) },
    { kind: 'transaction', data: longTransaction(merchantId) },
  ])
  key = await createApiKey(store.db, { merchantId, type: 'secret', now: NOW })
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  service = await serve(billingApp({ db: store.db, log, now: () => NOW, deadlines: PATIENT }), {
    host: '127.0.0.1',
    port: 0,
  })
})
afterAll(async () => {
  await service.close()
  await store.close()
})

const send = (target: string, options: Parameters<typeof httpRequest>[2] = {}) =>
  httpRequest(service.url, target, { ...options, headers: { 'x-api-key': key, ...options.headers } })
const post = (target: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  send(target, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

/** Returns the problem of a response, after it checked that status, header and body agree. */
function problemOf({ status, headers, text }: HttpResponse): BillingProblem {
  const problem = BillingProblem.parse(JSON.parse(text))
  const refusals: Record<string, { status: number; title: string }> = BILLING_ERRORS
  expect(refusals[problem.code]).toEqual({ status, title: problem.title })
  expect(problem).toMatchObject({ status, message: problem.detail, requestId: headers['x-request-id'] })
  expect(headers).toMatchObject({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
  return problem
}

describe('the five operations over HTTP', () => {
  it('returns a subscription with its plan and every digit of its amounts', async () => {
    const { status, headers, text } = await send(`${SUBSCRIPTION}/expanded`)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/json')
    expect(headers['cache-control']).toBe('no-store')
    expect(text).toContain('"price":0.0000025')
    expect(text).toContain('"minimum":19.90')
    expect(text).toContain(`"limit":${LONG_AMOUNT}`)
  })

  it('returns an invoice with its line items and every digit of its amounts', async () => {
    const { status, text } = await send(INVOICE)
    expect(status).toBe(200)
    expect(text).toContain('"amount":-19.90')
    expect(text).toContain(`"details":{"quantity":${LONG_AMOUNT},"unitPrice":0}`)
    expect(text).toContain('"vanityId":1042,')
    expect(text).not.toContain('position')
  })

  it('lists transactions of a customer whose id needs encoding, with default and explicit parameters', async () => {
    for (const query of ['', '?page=1&pageSize=20&order=desc&orderBy=createdAt']) {
      const { status, text } = await send(LEDGER + query)
      expect(status).toBe(200)
      expect(text).toContain(`"amount":${LONG_AMOUNT},"previousBalance":0.0000025,"newBalance":19.990`)
      expect(text).toMatch(/"count":1,"pages":1,"currentPage":1}$/)
      expect(text).not.toContain('sequence')
    }
  })

  it('reads an object with its key in one statement, and a ledger in a cluster in two', async () => {
    const isCluster = await hasCitus(store.db)
    for (const [target, statements] of [
      [`${SUBSCRIPTION}/expanded`, 1],
      [INVOICE, 1],
      [LEDGER, isCluster ? 2 : 1],
    ] as const) {
      await send(target)
      const sent = await statementsOf(() => send(target))
      expect([target, sent.length]).toEqual([target, statements])
    }
  })

  it('cancels without a body, with an empty body, and with the customer', async () => {
    const bare = await send(`${SUBSCRIPTION}/cancel`, { method: 'POST' })
    expect(bare.status).toBe(200)
    const response: unknown = JSON.parse(bare.text)
    expect(response).toMatchObject({
      cancelled: true,
      subscription: { status: 'active', endDate: '2026-03-31T00:00:00.000Z' },
    })
    expect(response).not.toHaveProperty('subscription.plan')
    expect((await post(`${SUBSCRIPTION}/cancel`, '')).text).toBe(bare.text)
    const { externalId: externalCustomerId } = CUSTOMER
    expect((await post(`${SUBSCRIPTION}/cancel`, JSON.stringify({ externalCustomerId }))).text).toBe(bare.text)
    expect(problemOf(await post(`${SUBSCRIPTION}/cancel`, '{"externalCustomerId":"other"}')).code).toBe(
      'customer_mismatch',
    )
  })

  it('refuses to delete an active subscription, and deletes an ended one with 204 and no body', async () => {
    expect(problemOf(await send(SUBSCRIPTION, { method: 'DELETE' }))).toMatchObject({
      code: 'subscription_active',
      detail: expect.stringContaining(subscriptionActive(null).detail),
    })
    const target = '/external/subscriptions/a%2Fb%20%25%C3%BC%40'
    for (const _ of ['first', 'repeat']) {
      const { status, text } = await send(target, { method: 'DELETE' })
      expect({ status, text }).toEqual({ status: 204, text: '' })
    }
    expect((await send(`${target}/expanded`)).text).toContain('"status":"deleted"')
  })

  it('responds to HEAD as to GET, without the body', async () => {
    const { status, text } = await send(INVOICE, { method: 'HEAD' })
    expect({ status, text }).toEqual({ status: 200, text: '' })
  })
})

describe('API keys', () => {
  // The ledger checks the key in its own statement, and reports bad input only to callers with a valid key.
  it.each([INVOICE, LEDGER, `${LEDGER}?limit=5`])(
    'are refused when missing, unknown, publishable or revoked: %s',
    async (target) => {
      const codeOf = async (sent: string) => problemOf(await send(target, { headers: { 'x-api-key': sent } })).code
      expect(problemOf(await httpRequest(service.url, target)).code).toBe('missing_api_key')
      expect(await codeOf(`${key}x`)).toBe('invalid_api_key')
      expect(await codeOf(await createApiKey(store.db, { merchantId, type: 'publishable', now: NOW }))).toBe(
        'wrong_key_type',
      )

      const revoked = await createApiKey(store.db, { merchantId, type: 'secret', now: NOW })
      const isAsked = target !== `${LEDGER}?limit=5`
      expect((await send(target, { headers: { 'x-api-key': revoked } })).status).toBe(isAsked ? 200 : 400)
      const known = (await listApiKeys(store.db, merchantId)).find(({ hint }) => revoked.endsWith(hint))
      expect(await revokeApiKey(store.db, { id: known?.id ?? '', now: NOW })).toBe(true)
      expect(await codeOf(revoked)).toBe('invalid_api_key')
    },
  )

  it('have 256 random bits after a prefix, and are never stored', async () => {
    expect(key).toMatch(/^sk_[\w-]{43}$/)
    const rows = await store.db.$client.query('select * from api_keys')
    expect(JSON.stringify(rows.rows)).not.toContain(key.slice(3))
  })

  it('give no access to another merchant', async () => {
    const other = await createApiKey(store.db, { merchantId: await store.newMerchant(), type: 'secret', now: NOW })
    const headers = { 'x-api-key': other }
    expect(problemOf(await send(`${SUBSCRIPTION}/expanded`, { headers })).code).toBe('subscription_not_found')
    expect(problemOf(await send(SUBSCRIPTION, { headers, method: 'DELETE' })).code).toBe('subscription_not_found')
    expect(problemOf(await send(`${SUBSCRIPTION}/cancel`, { headers, method: 'POST' })).code).toBe(
      'subscription_not_found',
    )
    expect(problemOf(await send(INVOICE, { headers })).code).toBe('invoice_not_found')
    expect(problemOf(await send(LEDGER, { headers })).code).toBe('customer_not_found')
  })
})

describe('the input of a request', () => {
  it.each([
    ['page=0', 'page'],
    ['page=2147483648', 'page'],
    ['page=1.5', 'page'],
    ['page=', 'page'],
    ['page=1e1', 'page'],
    ['pageSize=101', 'pageSize'],
    ['order=newest', 'order'],
    ['orderBy=amount', 'orderBy'],
    ['limit=5', 'limit'],
    ['page=1&page=1', 'page'],
  ])('refuses the query %s and names the parameter', async (query, name) => {
    expect(problemOf(await send(`${LEDGER}?${query}`))).toMatchObject({
      code: 'invalid_parameter',
      detail: expect.stringContaining(name),
    })
  })

  it('is refused with a query on an operation without query parameters', async () => {
    expect(problemOf(await send(`${INVOICE}?expand=1`)).code).toBe('invalid_parameter')
  })

  it.each([
    ['percent-encoding that is not UTF-8', '/external/invoices/%E0%A4/with-line-items'],
    ['a lone percent sign', '/external/invoices/100%/with-line-items'],
    ['a dot segment', '/external/subscriptions/../expanded'],
    ['an encoded dot segment', '/external/subscriptions/%2e%2E/expanded'],
    ['a backslash', '/external/subscriptions/a\\b/expanded'],
    ['a malformed query', `${LEDGER}?page=%ff`],
  ])('refuses %s', async (_, target) => {
    expect(problemOf(await send(target)).code).toBe('malformed_request')
  })

  it('has opaque ids: they are decoded once, and refused when too long or with a NUL', async () => {
    for (const id of ['a%2Fb', '%25', 'a?b#c', 'a+b', '..a', '%E0', "' or 1=1", '日本', '\u0001']) {
      const response = await send(`/external/invoices/${encodeURIComponent(id)}/with-line-items`)
      expect(problemOf(response)).toMatchObject({
        code: 'invoice_not_found',
        detail: expect.stringContaining(JSON.stringify(id)),
      })
    }
    expect(problemOf(await send(`/external/invoices/${'x'.repeat(257)}/with-line-items`)).code).toBe(
      'invalid_parameter',
    )
    expect(problemOf(await send('/external/invoices/a%00b/with-line-items')).code).toBe('invalid_parameter')
  })

  it('is refused with a body that is too large, with or without content-length', async () => {
    const body = JSON.stringify({ externalCustomerId: 'x'.repeat(64 * 1024) })
    expect(problemOf(await post(`${SUBSCRIPTION}/cancel`, body)).code).toBe('payload_too_large')
    expect(problemOf(await post(`${SUBSCRIPTION}/cancel`, body, { 'transfer-encoding': 'chunked' })).code).toBe(
      'payload_too_large',
    )
  })

  it('is refused with a body that is not JSON', async () => {
    expect(problemOf(await post(`${SUBSCRIPTION}/cancel`, '{}', { 'content-type': 'text/plain' })).code).toBe(
      'unsupported_media_type',
    )
    for (const body of ['{', '[]', 'null', '"text"', '{"a":1}{', '['.repeat(60_000), Buffer.from([0x22, 0xff, 0x22])])
      expect(problemOf(await post(`${SUBSCRIPTION}/cancel`, body)).code).toBe('malformed_request')
  })

  it('is refused with unknown body fields, and with known ones of another type', async () => {
    for (const body of ['{"reason":"x"}', '{"id":"other"}', '{"__proto__":{"externalCustomerId":"x"}}'])
      expect(problemOf(await post(`${SUBSCRIPTION}/cancel`, body))).toMatchObject({
        code: 'invalid_parameter',
        detail: expect.stringMatching(/is unknown/),
      })
    for (const value of ['null', '1', '""', '"\\u0000"'])
      expect(problemOf(await post(`${SUBSCRIPTION}/cancel`, `{"externalCustomerId":${value}}`)).code).toBe(
        'invalid_parameter',
      )
  })

  it('gets 404 for an unknown path and 405 for a wrong method', async () => {
    for (const target of ['/', '/external/subscriptions/', '/external/subscriptions//expanded', '/external/invoices'])
      expect(problemOf(await send(target)).code).toBe('route_not_found')
    const wrong = await send(INVOICE, { method: 'POST' })
    expect(problemOf(wrong).code).toBe('method_not_allowed')
    expect(wrong.headers.allow).toBe('GET, HEAD')
  })
})

describe('without a key', () => {
  it('reports whether the service is up and whether its database responds', async () => {
    const health = await httpRequest(service.url, '/healthz')
    expect(health.status).toBe(200)
    expect(JSON.parse(health.text)).toEqual({ status: 'ok', version: VERSION, commit: expect.any(String) })
    expect((await httpRequest(service.url, '/readyz')).status).toBe(200)
  })

  it('reports up but not ready, with 503 and Retry-After, while the database is gone', async () => {
    const lost = await openFreshStore()
    const without = await serve(billingApp({ db: lost.db, log: pino({ enabled: false }) }), {
      host: '127.0.0.1',
      port: 0,
    })
    await lost.close()
    expect((await httpRequest(without.url, '/healthz')).status).toBe(200)
    for (const target of ['/readyz', INVOICE]) {
      const response = await httpRequest(without.url, target, { headers: { 'x-api-key': key } })
      expect(problemOf(response).code).toBe('overloaded')
      expect(response.headers['retry-after']).toBe('1')
    }
    await without.close()
  })
})

describe('/openapi.json', () => {
  it('describes every operation with each of its errors', async () => {
    const document: unknown = JSON.parse((await httpRequest(service.url, '/openapi.json')).text)
    expect(document).toMatchObject({ openapi: '3.1.0', security: [{ apiKey: [] }] })
    for (const [operationId, operation] of Object.entries(BILLING_OPERATIONS)) {
      const at = ['paths', operation.path, operation.method.toLowerCase()]
      expect(document).toHaveProperty([...at, 'operationId'], operationId)
      for (const code of operation.errors) {
        const { status } = BILLING_ERRORS[code]
        const content = [...at, 'responses', String(status), 'content', 'application/problem+json']
        expect(document).toHaveProperty([...content, 'examples', code])
      }
    }
  })

  it('has schemas that accept the responses of the service, with no dangling reference', async () => {
    const OpenApi = z.object({
      components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
    })
    const { text } = await httpRequest(service.url, '/openapi.json')
    const { schemas } = OpenApi.parse(JSON.parse(text)).components
    for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
      expect(schemas).toHaveProperty(name)

    const $defs: unknown = JSON.parse(JSON.stringify(schemas).replaceAll('#/components/schemas/', '#/$defs/'))
    for (const [name, target] of [
      ['ExpandedSubscription', `${SUBSCRIPTION}/expanded`],
      ['Invoice', INVOICE],
      ['TransactionPage', LEDGER],
      ['Problem', '/external/nothing'],
    ] as const) {
      const schema = z.fromJSONSchema({ $ref: `#/$defs/${name}`, $defs: z.record(z.string(), z.any()).parse($defs) })
      const response: unknown = JSON.parse((await send(target)).text)
      expect(schema.safeParse(response).error).toBeUndefined()
      expect(schema.safeParse({}).success).toBe(false)
    }
  })
})

describe('the log', () => {
  it('has one line for each request, with the route and never a key or an id', async () => {
    logged.length = 0
    await send(`${SUBSCRIPTION}/expanded`)
    await send(`${INVOICE}?x=secret-looking`)
    expect(logged.map((line): unknown => JSON.parse(line))).toMatchObject([
      { method: 'GET', route: '/external/subscriptions/{id}/expanded', status: 200, ms: expect.any(Number) },
      { route: '/external/invoices/{invoiceId}/with-line-items', status: 400, requestId: expect.any(String) },
    ])
    expect(logged.join('')).not.toMatch(/sk_|sub_acme|inv_1042|secret-looking|traceId/)
  })

  it('has the trace of a caller that sends one', async () => {
    logged.length = 0
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    await send('/healthz', { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` } })
    await send('/healthz', { headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01-secret` } })
    expect(logged.map((line): unknown => Object(JSON.parse(line)).traceId)).toEqual([traceId, undefined])
  })
})
