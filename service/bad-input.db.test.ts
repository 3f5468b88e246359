import { BILLING_ERRORS, BillingProblem, type BillingErrorCode } from '@/contract/billing/problem'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { tally } from '../scripts/test/volume.mjs'
import { createApiKey } from './api-keys'
import { billingApp } from './app'
import type { HttpResponse } from '@/testing/service/http-request'
import { SAMPLE_CUSTOMER } from '@/testing/service/samples/sample-customer'
import { sampleInvoice } from '@/testing/service/samples/sample-invoice'
import { sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { loadSamples } from '@/testing/service/load-samples'
import { serve, type RunningService } from './serve'
import { openFreshStore, PATIENT, type FreshStore } from '@/testing/service/fresh-store'
import { RawConnection } from '@/testing/service/raw-connection'
import { storedRows } from '@/testing/service/stored-rows'

const NOW = '2026-03-10T12:00:00.000Z'
const CANCEL = '/external/subscriptions/sub_acme/cancel'
const INVOICE = '/external/invoices/inv_1042/with-line-items'
const LEDGER = '/external/customers/external-id/acme/transactions'
/** Matches a sentence that begins with what the caller can do. */
const SAYS_WHAT_TO_DO = /(^|\. )(Check|Encode|Leave|Percent-encode|Send|Use) .*\.$/

let store: FreshStore
let service: RunningService
let merchantId: string
let key: string
let connection: RawConnection
let before: Record<string, unknown[]>
let sent = 0

beforeAll(async () => {
  store = await openFreshStore()
  merchantId = await store.newMerchant()
  await loadSamples(store, merchantId, [
    { kind: 'customer', data: { ...SAMPLE_CUSTOMER, externalId: 'acme' } },
    { kind: 'subscription', data: sampleSubscription(merchantId) },
    { kind: 'invoice', data: sampleInvoice(merchantId) },
  ])
  key = await createApiKey(store.db, { merchantId, type: 'secret', now: NOW })
  const app = billingApp({ db: store.db, log: pino({ enabled: false }), now: () => NOW, deadlines: PATIENT })
  service = await serve(app, { host: '127.0.0.1', port: 0 })
  before = await storedRows(store.db, merchantId)
})
beforeEach(() => {
  connection = new RawConnection(Number(new URL(service.url).port))
})
afterEach(() => connection.close())
afterAll(async () => {
  await service.close()
  await store.close()
})

/** Builds the bytes of a request. `headers` are whole lines. */
function raw(line: string, { headers = [], body = '' }: { headers?: string[]; body?: string | Buffer } = {}): Buffer {
  const head = [`${line} HTTP/1.1`, 'Host: billing', `x-api-key: ${key}`, ...headers].join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), Buffer.from(body)])
}

function post(body: string | Buffer, ...headers: string[]): Buffer {
  const type = headers.some((header) => /^content-type/i.test(header)) ? [] : ['content-type: application/json']
  return raw(`POST ${CANCEL}`, { headers: [...type, `content-length: ${Buffer.byteLength(body)}`, ...headers], body })
}

function chunked(body: string): Buffer {
  const chunks = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`
  return raw(`POST ${CANCEL}`, {
    headers: ['content-type: application/json', 'transfer-encoding: chunked'],
    body: chunks,
  })
}

/** Returns the problem of a response, after it checked that the problem is complete, known and says what to do. */
function problemOf({ status, headers, text }: HttpResponse): BillingProblem {
  const problem = BillingProblem.strict().parse(JSON.parse(text))
  const refusals: Record<string, { status: number; title: string }> = BILLING_ERRORS
  expect(refusals[problem.code]).toEqual({ status, title: problem.title })
  expect(problem).toMatchObject({ status, message: problem.detail, type: `urn:billing:problem:${problem.code}` })
  expect(problem.detail).toMatch(SAYS_WHAT_TO_DO)
  expect(headers).toMatchObject({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    'x-request-id': problem.requestId,
  })
  return problem
}

async function responsesTo(...requests: Buffer[]): Promise<HttpResponse[]> {
  sent += requests.length
  return connection.send(requests.map((bytes) => ({ bytes, isHead: false })))
}

async function refusalOf(request: Buffer): Promise<BillingProblem & { headers: HttpResponse['headers'] }> {
  const [response] = await responsesTo(request)
  if (!response) throw new Error('No response')
  return { ...problemOf(response), headers: response.headers }
}

const get = (target: string) => () => raw(`GET ${target}`)
const depth = (levels: number) => '{"externalCustomerId":'.repeat(levels) + '1' + '}'.repeat(levels)

describe.each<[code: BillingErrorCode, cases: Record<string, () => Buffer>]>([
  [
    'malformed_request',
    {
      'a body that is not JSON': () => post('{"externalCustomerId":'),
      'a body that is not UTF-8': () => post(Buffer.from([0x22, 0xff, 0x22])),
      'JSON twice': () => post('{}{}'),
      'an array': () => post('[]'),
      null: () => post('null'),
      'a number': () => post('1e400'),
      'a field given twice': () => post('{"externalCustomerId":"acme","externalCustomerId":"other"}'),
      'objects 17 deep': () => post(depth(17)),
      'objects 2,500 deep': () => post(depth(2_500)),
      'arrays 60,000 deep': () => post('['.repeat(60_000)),
      'a dot segment': get('/external/subscriptions/../expanded'),
      'a single dot': get('/external/subscriptions/./expanded'),
      'an encoded dot segment': get('/external/subscriptions/%2e%2E/expanded'),
      'a half-encoded dot segment': get('/external/subscriptions/.%2e/expanded'),
      'a backslash': get('/external/subscriptions/a\\b/expanded'),
      'a lone percent sign': get('/external/invoices/100%/with-line-items'),
      'percent-encoding with no hexadecimal digits': get('/external/invoices/%zz/with-line-items'),
      'percent-encoding cut short': get('/external/invoices/%E0%A4%A/with-line-items'),
      'an overlong slash': get('/external/invoices/%c0%af/with-line-items'),
      'an encoded surrogate': get('/external/invoices/%ED%A0%80/with-line-items'),
      'malformed percent in the query': get(`${LEDGER}?page=%ff`),
      'malformed percent in a path there is not': get('/nothing/%'),
      'bytes that are not ASCII': get('/external/invoices/k\u00f6ln/with-line-items'),
      'a fragment, which would cut the path': () => raw('DELETE /external/subscriptions/sub_2#/cancel'),
      'no Host': () => Buffer.from(`GET ${INVOICE} HTTP/1.1\r\nx-api-key: ${key}\r\n\r\n`),
      'two Hosts': () => raw(`GET ${INVOICE}`, { headers: ['host: billing'] }),
      'a Host that is none': () => Buffer.from(`GET ${INVOICE} HTTP/1.1\r\nhost: a b\r\n\r\n`),
      'a target of another form': () => raw('OPTIONS *'),
      'a first line that is not HTTP': () => Buffer.from('HELO billing\r\n\r\n'),
      'the beginning of TLS': () => Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
      'another version of HTTP': () => Buffer.from('GET / HTTP/3.0\r\nhost: billing\r\n\r\n'),
      'a header without a name': () => raw(`GET ${INVOICE}`, { headers: [': x'] }),
      'a control character in a header': () => raw(`GET ${INVOICE}`, { headers: ['x-a: \u0000'] }),
      'two lengths': () => post('{}', 'content-length: 3'),
      'a negative length': () => raw(`POST ${CANCEL}`, { headers: ['content-length: -1'] }),
      'a length and chunks': () => post('{}', 'transfer-encoding: chunked'),
      'a chunk whose size is no number': () =>
        raw(`POST ${CANCEL}`, { headers: ['transfer-encoding: chunked'], body: 'xyz\r\n{}\r\n0\r\n\r\n' }),
    },
  ],
  [
    'invalid_parameter',
    {
      'page 0': get(`${LEDGER}?page=0`),
      'page -1': get(`${LEDGER}?page=-1`),
      'page 1.5': get(`${LEDGER}?page=1.5`),
      'page 1e1': get(`${LEDGER}?page=1e1`),
      'page 01': get(`${LEDGER}?page=01`),
      'an empty page': get(`${LEDGER}?page=`),
      'a page in other digits': get(`${LEDGER}?page=%D9%A1`),
      'page 2³¹': get(`${LEDGER}?page=2147483648`),
      'a page of 400 digits': get(`${LEDGER}?page=${'9'.repeat(400)}`),
      'page twice': get(`${LEDGER}?page=1&page=1`),
      'pageSize 0': get(`${LEDGER}?pageSize=0`),
      'pageSize 101': get(`${LEDGER}?pageSize=101`),
      'order "up"': get(`${LEDGER}?order=up`),
      'order "ASC"': get(`${LEDGER}?order=ASC`),
      'orderBy "amount"': get(`${LEDGER}?orderBy=amount`),
      'an unknown name': get(`${LEDGER}?limit=5`),
      'a known name in other letters': get(`${LEDGER}?Page=1`),
      'a path parameter in the query': get(`${LEDGER}?externalId=other`),
      'a name of objects': get(`${LEDGER}?__proto__=1`),
      'a query where there is none': get(`${INVOICE}?expand=1`),
      'a query on a write': () => raw(`POST ${CANCEL}?force=true`),
      'an id of 257 characters': get(`/external/invoices/${'x'.repeat(257)}/with-line-items`),
      'an id with a NUL': get('/external/invoices/a%00b/with-line-items'),
      'an unknown body field': () => post('{"reason":"x"}'),
      'the id in the body': () => post('{"id":"sub_acme"}'),
      'a field __proto__': () => post('{"__proto__":{"externalCustomerId":"acme"}}'),
      'a field that is null': () => post('{"externalCustomerId":null}'),
      'a field that is a number': () => post('{"externalCustomerId":1}'),
      'a field that is true': () => post('{"externalCustomerId":true}'),
      'a field that is a list': () => post('{"externalCustomerId":["acme"]}'),
      'a field that is an object': () => post('{"externalCustomerId":{"toString":"acme"}}'),
      'a field 16 deep': () => post(depth(16)),
      'an empty field': () => post('{"externalCustomerId":""}'),
      'a field of 257 characters': () => post(JSON.stringify({ externalCustomerId: 'x'.repeat(257) })),
      'a field with a NUL': () => post('{"externalCustomerId":"a\\u0000b"}'),
      'half of a surrogate pair': () => post('{"externalCustomerId":"\\ud83d"}'),
    },
  ],
  [
    'unsupported_media_type',
    {
      text: () => post('{}', 'content-type: text/plain'),
      'a form': () => post('externalCustomerId=acme', 'content-type: application/x-www-form-urlencoded'),
      'a type that only begins like JSON': () => post('{}', 'content-type: application/jsonp'),
      'no type': () => post('{}', 'content-type:'),
      'a compressed body': () => post('{}', 'content-encoding: gzip'),
    },
  ],
  [
    'payload_too_large',
    {
      'a body of 64 KiB and a byte': () => post(' '.repeat(64 * 1024 + 1)),
      'the same in chunks, without a length': () => chunked(' '.repeat(64 * 1024 + 1)),
      'a body of 2 MiB': () => post(' '.repeat(2 * 1024 * 1024)),
      'a body where none is read': () =>
        raw('DELETE /external/subscriptions/sub_acme', {
          headers: ['content-length: 70000'],
          body: ' '.repeat(70_000),
        }),
    },
  ],
  [
    'headers_too_large',
    {
      'a header of 20 KiB': () => raw(`GET ${INVOICE}`, { headers: [`x-much: ${'y'.repeat(20 * 1024)}`] }),
      'a thousand headers': () =>
        raw(`GET ${INVOICE}`, { headers: Array.from({ length: 1_000 }, () => 'x-many: yyyyyyyyyyyyy') }),
      'an address of 20 KiB': get(`/external/invoices/${'x'.repeat(20 * 1024)}/with-line-items`),
    },
  ],
  [
    'route_not_found',
    {
      'the root': get('/'),
      'no id': get('/external/subscriptions/'),
      'an empty id': get('/external/subscriptions//expanded'),
      'one segment too many': get(`${INVOICE}/more`),
      'a slash at the end': get(`${INVOICE}/`),
      'other letters': get('/External/invoices/inv_1042/with-line-items'),
      'a double slash': get(`/${INVOICE}`),
    },
  ],
])('%s', (code, cases) => {
  it.each(Object.entries(cases))('%s', async (_, request) => {
    const refusal = await refusalOf(request())
    expect(refusal.code).toBe(code)
    expect(refusal.headers).not.toHaveProperty('allow')
  })
})

describe('method_not_allowed', () => {
  it.each<[line: string, allow: string, ...headers: string[]]>([
    [`POST ${INVOICE}`, 'GET, HEAD'],
    [`GET ${CANCEL}`, 'POST'],
    [`DELETE ${CANCEL}`, 'POST'],
    ['GET /external/subscriptions/sub_acme', 'DELETE'],
    ['DELETE /external/subscriptions/sub_acme/expanded', 'GET, HEAD'],
    [`PUT ${LEDGER}`, 'GET, HEAD'],
    // The API has no CORS.
    [`OPTIONS ${LEDGER}`, 'GET, HEAD', 'origin: https://example.com', 'access-control-request-method: POST'],
    [`TRACE ${LEDGER}`, 'GET, HEAD'],
    [`PURGE ${LEDGER}`, 'GET, HEAD'],
    ['DELETE /openapi.json', 'GET, HEAD'],
    ['POST /healthz', 'GET, HEAD'],
    ['POST /readyz', 'GET, HEAD'],
    ['CONNECT example.com:443', 'GET, HEAD, POST, DELETE'],
  ])('%s: %s', async (line, allow, ...headers) => {
    const refusal = await refusalOf(raw(line, { headers }))
    expect(refusal.code).toBe('method_not_allowed')
    expect(refusal.headers.allow).toBe(allow)
  })
})

describe('one connection', () => {
  it('responds to complete requests before it refuses the garbage behind them and closes', async () => {
    const responses = await responsesTo(
      raw(`GET ${INVOICE}`),
      raw(`GET ${LEDGER}`),
      Buffer.from('\u0001garbage\r\n\r\n'),
    )
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 400])
    expect(JSON.parse(responses[0]?.text ?? '')).toHaveProperty('id', 'inv_1042')
    expect(responses[2]?.headers.connection).toBe('close')
  })

  it('stays open after it refuses a request that is valid HTTP', async () => {
    const responses = await responsesTo(post('{'), post(' '.repeat(66_000)), raw('PUT /'), raw(`GET ${INVOICE}`))
    expect(responses.map(({ status }) => status)).toEqual([400, 413, 404, 200])
  })

  it('responds to a pipelined request with Expect: 100-continue and closes, because its body may never come', async () => {
    const responses = await responsesTo(
      raw(`GET ${INVOICE}`),
      raw(`GET ${LEDGER}`, { headers: ['expect: 100-continue'] }),
    )
    expect(JSON.parse(responses[1]?.text ?? '')).toHaveProperty('results')
    expect(responses.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'close'])
  })

  it('never takes an unread body for the next request', async () => {
    const smuggled = `GET ${INVOICE} HTTP/1.1\r\nhost: billing\r\n\r\n`
    const request = raw(`GET ${LEDGER}`, { headers: [`content-length: ${smuggled.length}`], body: smuggled })
    const responses = await responsesTo(request, raw('GET /healthz'))
    expect(responses.map(({ text }) => text)).toEqual([
      expect.stringContaining('"results"'),
      expect.stringContaining('"status":"ok"'),
    ])
  })
})

it('changes nothing in the database', async () => {
  expect(await storedRows(store.db, merchantId)).toEqual(before)
  tally('bad requests, which changed nothing', sent)
})
