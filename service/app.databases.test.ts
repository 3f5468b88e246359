import { VERSION } from '@/contract/version'
import { BILLING_ERRORS, BillingProblem } from '@/contract/billing/problem'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey, listApiKeys, revokeApiKey } from './api-keys'
import { billingApp } from './app'
import { httpRequest, type HttpResponse } from '@/testing/service/http-request'
import { subscriptionActive } from './refusals'
import { SAMPLE_CUSTOMER } from '@/testing/service/samples/sample-customer'
import { loadSamples } from '@/testing/service/load-samples'
import { longInvoice, longSubscription, longTransaction } from '@/testing/service/long-amounts'
import { serve, type RunningService } from './serve'
import { hasCitus } from './store/distribute'
import { statementsOf } from '@/testing/service/statements-of'
import { storedRows } from '@/testing/service/stored-rows'
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
    const { status, headers, text } = await send(INVOICE, { method: 'HEAD' })
    expect({ status, text }).toEqual({ status: 200, text: '' })
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' })
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
    const before = await storedRows(store.db, merchantId)
    expect(problemOf(await send(`${SUBSCRIPTION}/expanded`, { headers })).code).toBe('subscription_not_found')
    expect(problemOf(await send(SUBSCRIPTION, { headers, method: 'DELETE' })).code).toBe('subscription_not_found')
    expect(problemOf(await send(`${SUBSCRIPTION}/cancel`, { headers, method: 'POST' })).code).toBe(
      'subscription_not_found',
    )
    expect(problemOf(await send(INVOICE, { headers })).code).toBe('invoice_not_found')
    expect(problemOf(await send(LEDGER, { headers })).code).toBe('customer_not_found')
    expect(await storedRows(store.db, merchantId)).toEqual(before)
  })
})

describe('the input of a request', () => {
  it('is refused with the name of the parameter', async () => {
    for (const [query, name] of Object.entries({ 'page=0': 'page', 'order=newest': 'order', 'limit=5': 'limit' }))
      expect(problemOf(await send(`${LEDGER}?${query}`)).detail).toContain(name)
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
