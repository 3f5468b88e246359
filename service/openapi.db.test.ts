import { BILLING_OPERATIONS } from '@/contract/billing/operations'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { billingApp, type AppOptions } from './app'
import { httpRequest, type HttpResponse } from '@/testing/service/http-request'
import { respondToClientErrors, serve } from './serve'
import { openFreshStore } from '@/testing/service/fresh-store'
import { startExampleService, type ExampleService } from '@/testing/service/start-example-service'

const Content = z.record(
  z.string(),
  z.object({
    schema: z.unknown(),
    example: z.unknown().optional(),
    examples: z.record(z.string(), z.unknown()).optional(),
  }),
)
const Header = z.object({ example: z.union([z.string(), z.number()]).optional() })
const Response = z.object({ content: Content.optional(), headers: z.record(z.string(), Header) })
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ operationId: z.string(), responses: z.record(z.string(), Response) })),
  ),
  components: z.object({
    examples: z.record(z.string(), z.object({ value: z.record(z.string(), z.unknown()) })),
  }),
})

let service: ExampleService
let document: z.infer<typeof Document>
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

beforeAll(async () => {
  service = await startExampleService()
  const text = (await httpRequest(service.url, '/openapi.json')).text
  document = Document.parse(JSON.parse(text))
  ajv.addSchema(JSON.parse(text, closing), 'openapi.json')
})
afterAll(() => service.close())

const send = (target: string, options: Parameters<typeof httpRequest>[2] = {}) =>
  httpRequest(service.url, target, { ...options, headers: { 'x-api-key': service.secretKey, ...options.headers } })

/** Closes an object schema, so that it rejects fields that the document does not name. */
function closing(_: string, value: unknown): unknown {
  const isClosed = isObject(value) && 'properties' in value && !('additionalProperties' in value)
  return isClosed ? { ...value, unevaluatedProperties: false } : value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Headers of error responses: the document must describe each where it is sent. */
const REFUSAL_HEADERS = ['allow', 'retry-after', 'www-authenticate']

const pointer = (...parts: string[]) =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

/** Checks a response against the document, and returns its body in the form of the examples. */
function checkAgainstDocument(
  name: keyof typeof BILLING_OPERATIONS,
  response: HttpResponse,
): { faults: unknown; body: unknown } {
  const { path, method } = BILLING_OPERATIONS[name]
  const { responses = {} } = document.paths[path]?.[method.toLowerCase()] ?? {}
  const status = String(response.status) in responses ? String(response.status) : 'default'
  const mediaType = String(response.headers['content-type'])
  const described = responses[status]
  if (!described) return { faults: `status ${response.status} is not described`, body: undefined }
  for (const header of REFUSAL_HEADERS)
    if (header in response.headers && !(header in described.headers))
      return { faults: `header ${header} is not described`, body: undefined }
  for (const [header, { example }] of Object.entries(described.headers)) {
    if (!(header in response.headers)) return { faults: `header ${header} is missing`, body: undefined }
    if (example !== undefined && response.headers[header] !== String(example))
      return { faults: `header ${header} is not its example`, body: undefined }
  }
  if (!described.content) return { faults: response.text === '' ? null : 'a body where there is none', body: undefined }
  if (!described.content[mediaType]) return { faults: `${mediaType} is not described`, body: undefined }
  const body: unknown = JSON.parse(response.text.replaceAll(JSON.stringify(service.merchantId), '"example"'))
  const at = ['paths', path, method.toLowerCase(), 'responses', status, 'content', mediaType, 'schema']
  ajv.validate({ $ref: `openapi.json#${pointer(...at)}` }, body)
  return { faults: ajv.errors ?? null, body }
}

const LEDGER = '/external/customers/external-id/acme-inc/transactions'
const CANCEL = '/external/subscriptions/sub_acme/cancel'
const BROKEN_CLOCK = 'the clock of host db-7 is broken'
const json = (body: string) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } })

describe('the running service', () => {
  it.each([
    ['getSubscription', '/external/subscriptions/sub_acme/expanded', {}],
    ['getInvoice', '/external/invoices/inv_acme_12/with-line-items', {}],
    ['listTransactions', LEDGER, {}],
    ['cancelSubscription', CANCEL, json('{"externalCustomerId":"acme-inc"}')],
    ['deleteSubscription', '/external/subscriptions/sub_draft', { method: 'DELETE' }],
  ] as const)('responds to %s as the document says, with its example', async (name, target, options) => {
    const response = await send(target, options)
    const { faults, body } = checkAgainstDocument(name, response)
    expect(faults).toBeNull()
    const { path, method, status } = BILLING_OPERATIONS[name]
    expect(response.status).toBe(status)
    const { content } = document.paths[path]?.[method.toLowerCase()]?.responses[String(status)] ?? {}
    expect(body).toEqual(content?.['application/json']?.example)
  })

  it.each([
    ['malformed_request', 'getInvoice', () => send('/external/invoices/%/with-line-items')],
    ['invalid_parameter', 'listTransactions', () => send(`${LEDGER}?limit=5`)],
    ['missing_api_key', 'listTransactions', () => httpRequest(service.url, LEDGER)],
    ['invalid_api_key', 'listTransactions', () => send(LEDGER, { headers: { 'x-api-key': 'sk_unknown' } })],
    ['wrong_key_type', 'listTransactions', () => send(LEDGER, { headers: { 'x-api-key': service.publishableKey } })],
    ['route_not_found', 'getInvoice', () => send('/external/invoices/inv_acme_12')],
    ['subscription_not_found', 'getSubscription', () => send('/external/subscriptions/sub_unknown/expanded')],
    [
      'subscription_not_found',
      'cancelSubscription',
      () => send('/external/subscriptions/sub_unknown/cancel', { method: 'POST' }),
    ],
    [
      'subscription_not_found',
      'deleteSubscription',
      () => send('/external/subscriptions/sub_unknown', { method: 'DELETE' }),
    ],
    ['invoice_not_found', 'getInvoice', () => send('/external/invoices/inv_unknown/with-line-items')],
    ['customer_not_found', 'listTransactions', () => send(LEDGER.replace('acme-inc', 'unknown'))],
    ['customer_mismatch', 'cancelSubscription', () => send(CANCEL, json('{"externalCustomerId":"other"}'))],
    ['method_not_allowed', 'listTransactions', () => send(LEDGER, { method: 'PUT' })],
    [
      'not_cancellable',
      'cancelSubscription',
      () => send('/external/subscriptions/sub_ended/cancel', { method: 'POST' }),
    ],
    ['payload_too_large', 'cancelSubscription', () => send(CANCEL, json(' '.repeat(65_537)))],
    ['unsupported_media_type', 'cancelSubscription', () => send(CANCEL, { method: 'POST', body: '{}' })],
    ['headers_too_large', 'getInvoice', () => send(LEDGER, { headers: { 'x-much': 'x'.repeat(20_000) } })],
    ['request_timeout', 'cancelSubscription', lateRequest],
    ['internal_error', 'getSubscription', withBrokenClock],
    ['overloaded', 'listTransactions', withoutDatabase],
  ] as const)('refuses with %s as the document says of %s, word for word', async (code, name, ask) => {
    const { faults, body } = checkAgainstDocument(name, await ask())
    expect(faults).toBeNull()
    expect(body).toEqual({ ...document.components.examples[code]?.value, requestId: expect.any(String) })
  })

  it('refuses to delete an active subscription as in the example, and names its end date when known', async () => {
    const { faults, body } = checkAgainstDocument(
      'deleteSubscription',
      await send('/external/subscriptions/sub_acme', { method: 'DELETE' }),
    )
    expect(faults).toBeNull()
    expect(body).toMatchObject({
      code: 'subscription_active',
      detail: expect.stringContaining(String(document.components.examples.subscription_active?.value.detail)),
    })
  })

  it.each(['cancelSubscription', 'deleteSubscription', 'getSubscription', 'getInvoice', 'listTransactions'] as const)(
    'refuses another method than that of %s and lists the methods of its path',
    async (name) => {
      const { path } = BILLING_OPERATIONS[name]
      const { faults, body } = checkAgainstDocument(name, await send(path.replaceAll(/[{}]/g, ''), { method: 'PUT' }))
      expect(faults).toBeNull()
      expect(body).toMatchObject({ code: 'method_not_allowed' })
    },
  )

  it('writes the cause of an internal error only to the log, with the request id of the response', async () => {
    const logged: string[] = []
    const response = await withBrokenClock(logged)
    expect(response.status).toBe(500)
    expect(JSON.stringify(response)).not.toMatch(/clock|stack|\.ts/i)
    const entries = logged.filter((line) => line.includes(BROKEN_CLOCK))
    expect(entries.map((line): unknown => JSON.parse(line))).toMatchObject([
      { msg: 'internal_error', requestId: response.headers['x-request-id'], err: { message: BROKEN_CLOCK } },
    ])
  })
})

it('detects a response that drifts from the document', async () => {
  const response = await send(LEDGER)
  const drifted = (from: RegExp, to: string) =>
    checkAgainstDocument('listTransactions', { ...response, text: response.text.replace(from, to) }).faults
  expect(drifted(/"count":2/, '"count":"2"')).toMatchObject([{ keyword: 'type' }])
  expect(drifted(/"count":2,/, '')).toMatchObject([{ keyword: 'required' }])
  expect(drifted(/"count":2/, '"count":2,"total":2')).toMatchObject([{ keyword: 'unevaluatedProperties' }])
  expect(drifted(/\.\d{3}Z/, 'Z')).toMatchObject([{ keyword: 'pattern' }])
  expect(checkAgainstDocument('listTransactions', { ...response, status: 204 }).faults).not.toBeNull()
  const refusal = await send(LEDGER, { method: 'PUT' })
  const withAllow = (allow: string | undefined) =>
    checkAgainstDocument('listTransactions', { ...refusal, headers: { ...refusal.headers, allow } }).faults
  expect(withAllow('GET, HEAD')).toBeNull()
  expect(withAllow('GET')).toBe('header allow is not its example')
  expect(withAllow(undefined)).toBe('header allow is not its example')
})

/** Sends a request whose body never arrives. */
async function lateRequest(): Promise<HttpResponse> {
  const timeouts = { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 }
  const server = createServer(timeouts, (request) => request.on('error', () => undefined))
  respondToClientErrors(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  try {
    return await httpRequest(`http://127.0.0.1:${port}`, CANCEL, { method: 'POST', headers: { 'content-length': '2' } })
  } finally {
    server.close()
  }
}

/** Requests `target` from a service other than that of the examples. */
async function requestOther(options: AppOptions, target: string): Promise<HttpResponse> {
  const other = await serve(billingApp(options), { host: '127.0.0.1', port: 0 })
  try {
    return await httpRequest(other.url, target, { headers: { 'x-api-key': service.secretKey } })
  } finally {
    await other.close()
  }
}

async function withoutDatabase(): Promise<HttpResponse> {
  const lost = await openFreshStore()
  await lost.close()
  return requestOther({ db: lost.db, log: pino({ enabled: false }) }, LEDGER)
}

const brokenClock = () => {
  throw new Error(BROKEN_CLOCK)
}

/** Requests a service that fails in the middle of an operation. */
function withBrokenClock(logged: string[] = []): Promise<HttpResponse> {
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  return requestOther({ db: service.store.db, log, now: brokenClock }, '/external/subscriptions/sub_acme/expanded')
}
