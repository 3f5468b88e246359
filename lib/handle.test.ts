import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '@/lib/core/problem'
import { settings } from '@/lib/core/server/settings'
import { handle } from './handle'
import { log } from '@/lib/core/server/log'
import { SCENARIO_IDS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'

const api = useFakeBillingApi()
const { subscription, fault } = SCENARIO_IDS
const host = '127.0.0.1:3000'
const ours = {
  host,
  origin: `http://${host}`,
  'content-type': 'application/json',
  'x-billing-console': '1',
}
const read = handle('getSubscription')
const cancel = handle('cancelSubscription')
const remove = handle('deleteSubscription')

function send(
  route: typeof read,
  id: string,
  { method = 'GET', headers = { host }, body }: { method?: string; headers?: object; body?: unknown } = {},
): Promise<Response> {
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
  const request = new Request(`http://${host}/api`, { method, headers: { ...headers }, body: text })
  return route(request, { params: Promise.resolve({ id }) })
}

const post = (id: string, change: object = {}, body: unknown = { reason: 'Customer asked' }) =>
  send(cancel, id, { method: 'POST', headers: { ...ours, ...change }, body })

async function problemIn(response: Response): Promise<Problem> {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const problem = Problem.parse(await response.json())
  expect(response.status).toBe(problem.status)
  expect(response.headers.get('x-request-id')).toBe(problem.requestId)
  return problem
}

const lines: unknown[] = []
beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(log(), level).mockImplementation((line) => void lines.push(line))
})
beforeEach(() => void lines.splice(0))

describe('handle, also without proxy.ts', () => {
  test.each(['next-action', 'x-middleware-subrequest'])('rejects the header %s', async (name) => {
    const before = api().requests.length
    const headers = { host, [name]: '1' }
    expect(await problemIn(await send(read, subscription.active, { headers }))).toMatchObject({
      code: 'invalid_request',
    })
    expect(await problemIn(await post(subscription.active, { [name]: '1' }))).toMatchObject({ code: 'invalid_request' })
    expect(api().requests).toHaveLength(before)
  })

  test('sets the security headers on a result and on an error', async () => {
    for (const id of [subscription.active, 'no-such-id']) {
      const { headers } = await send(read, id)
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('strict-transport-security')).toBeNull()
    }
  })

  test('keeps browsers on https where the console has it', async () => {
    settings().CONSOLE_ORIGIN = 'https://billing.example.com'
    try {
      const { headers } = await send(read, subscription.active)
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    } finally {
      delete settings().CONSOLE_ORIGIN
    }
  })
})

describe('handle for a read', () => {
  test('returns JSON that must not be cached', async () => {
    const response = await send(read, subscription.active)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await response.json()).toMatchObject({ id: subscription.active })
    expect(lines).toMatchObject([{ event: 'read', operation: 'getSubscription', actor: 'demo@localhost', status: 200 }])
  })

  test("returns a failure as problem+json, with the API's Retry-After", async () => {
    const response = await send(read, fault.rateLimited)
    expect(await problemIn(response)).toMatchObject({ code: 'overloaded', retryAfterSeconds: 7 })
    expect(response.headers.get('retry-after')).toBe('7')
  })

  test.each(['html', 'list', 'redirect', 'drops'] as const)(
    'reports that a read that fails at %s changed nothing',
    async (name) => {
      expect(await problemIn(await send(read, fault[name]))).toMatchObject({ status: 502, outcome: 'none' })
    },
  )

  test('rejects a foreign host name, against DNS rebinding', async () => {
    for (const foreign of ['evil.example', 'evil.example:3000', '127.0.0.1.evil.example', 'localhost@evil.example', ''])
      expect(await problemIn(await send(read, subscription.active, { headers: { host: foreign } }))).toMatchObject({
        code: 'forbidden_origin',
      })
    expect((await send(read, subscription.active, { headers: { host: '[::1]:3000' } })).status).toBe(200)
    expect(api().requests.at(-1)?.url).toContain('expanded')
  })

  test('returns an internal error without details, and logs them', async () => {
    const { BILLING_API_BASE_URL: address } = settings()
    settings().BILLING_API_BASE_URL = 'a secret detail'
    try {
      const problem = await problemIn(await send(read, 'x'))
      expect(problem).toMatchObject({ code: 'internal_error', status: 500, outcome: 'none' })
      expect(JSON.stringify(problem)).not.toContain('secret')
      expect(lines).toMatchObject([{ status: 500, requestId: problem.requestId, err: { input: 'a secret detail' } }])
    } finally {
      settings().BILLING_API_BASE_URL = address
    }
  })

  test('logs a read that its client left with status 499, at level info', async () => {
    const request = new Request(`http://${host}/api`, { headers: { host }, signal: AbortSignal.abort() })
    await read(request, { params: Promise.resolve({ id: subscription.active }) })
    expect(lines).toMatchObject([{ event: 'read', status: 499 }])
    expect(log().info).toHaveBeenCalledWith(lines[0])
  })

  test('rejects __proto__ in a query like any unknown field', async () => {
    const request = new Request(`http://${host}/api?__proto__=x`, { headers: { host } })
    const response = await read(request, { params: Promise.resolve({ id: subscription.active }) })
    expect(await problemIn(response)).toMatchObject({
      code: 'invalid_request',
      detail: expect.stringContaining('__proto__'),
    })
  })

  test('rejects an id that is in the path and in the query', async () => {
    const request = new Request(`http://${host}/api?id=other`, { headers: { host } })
    const response = await read(request, { params: Promise.resolve({ id: subscription.active }) })
    expect(await problemIn(response)).toMatchObject({ code: 'invalid_request' })
    expect(lines).toMatchObject([{ event: 'refused', operation: 'getSubscription', code: 'invalid_request' }])
  })
})

const ids = (id: string, times: number) => ({ kind: 'invoice', ids: Array<string>(times).fill(id) })

describe('handle for a change', () => {
  test('logs a body that breaks off with status 499, at level info', async () => {
    const client = new AbortController()
    const body = new ReadableStream({
      pull(controller) {
        client.abort()
        controller.error(new Error('aborted'))
      },
    })
    const init = { method: 'POST', headers: ours, body, duplex: 'half', signal: client.signal }
    await cancel(new Request(`http://${host}/api`, init), { params: Promise.resolve({ id: subscription.active }) })
    expect(lines).toEqual([expect.objectContaining({ event: 'refused', status: 499 })])
    expect(log().info).toHaveBeenCalledWith(lines[0])
  })

  test('sends a change from our own page, and logs neither its object nor its reason', async () => {
    const body = { externalCustomerId: SCENARIO_IDS.customer.acme, reason: '  Customer asked\n ' }
    const response = await post(subscription.active, {}, body)
    const requestId = response.headers.get('x-request-id')
    const { change } = await response.json()
    expect(change).toMatchObject({ state: 'CONFIRMED', upstreamStatus: 202, requestId })
    expect(lines).toMatchObject([
      { event: 'change', operation: 'cancelSubscription', changeId: change.id, upstreamStatus: 202, requestId },
    ])
    for (const unsaid of [api().key, subscription.active, SCENARIO_IDS.customer.acme, 'Customer asked'])
      expect(JSON.stringify(lines)).not.toContain(unsaid)
  })

  test('logs a refused change with its outcome', async () => {
    const response = await send(remove, subscription.stubborn, {
      method: 'DELETE',
      headers: ours,
      body: { reason: 'x' },
    })
    expect(await problemIn(response)).toMatchObject({ code: 'refused', upstreamStatus: 409 })
    expect(lines[0]).toMatchObject({ operation: 'deleteSubscription', code: 'refused', upstreamStatus: 409 })
  })

  test('refuses a large body that is not a plain list of short texts, and one of more than 100 fields', async () => {
    const readThese = handle('readThese')
    const checked = async (body: object) =>
      (await problemIn(await send(readThese, 'unused', { method: 'POST', headers: ours, body }))).code
    expect(await checked(ids('x'.repeat(70_000), 1))).toBe('payload_too_large')
    expect(await checked(ids('x', 30_000))).toBe('payload_too_large')
    expect(await checked({ ...ids('x', 1), more: [...Array(70_000).keys()] })).toBe('payload_too_large')
    // Allowed in size: these have too many IDs, and too many fields.
    expect(await checked(ids('x'.repeat(200), 5_001))).toBe('invalid_request')
    const fields = Object.fromEntries(Array.from({ length: 101 }, (_, nth) => [`k${nth}`, 1]))
    expect(await problemIn(await post(subscription.upcoming, {}, fields))).toMatchObject({
      code: 'invalid_request',
      detail: 'The body is not a JSON object of at most 100 fields.',
    })
  })

  test.each([
    ['no origin', { origin: '' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:3001' }],
    ['an opaque origin', { origin: 'null' }],
    ['an origin that begins as ours', { origin: `${ours.origin}.evil.example` }],
    [
      'a foreign name that was forwarded',
      { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    ],
    ['a rebound name', { origin: 'http://evil.example:3000', host: 'evil.example:3000' }],
    ['no header of ours', { 'x-billing-console': '' }],
    ['another value of our header', { 'x-billing-console': '2' }],
  ])('rejects a change with %s without sending it', async (_, change) => {
    const before = api().requests.length
    expect(await problemIn(await post(subscription.upcoming, change))).toMatchObject({ code: 'forbidden_origin' })
    expect(api().requests).toHaveLength(before)
  })

  test.each([
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, { reason: 'x' }, 'unsupported_media_type'],
    ['no content type', { 'content-type': '' }, { reason: 'x' }, 'unsupported_media_type'],
    ['text', { 'content-type': 'text/plain; application/json' }, { reason: 'x' }, 'unsupported_media_type'],
    ['65 KiB', {}, { reason: 'x'.repeat(65 * 1024) }, 'payload_too_large'],
    ['64 KiB', {}, { reason: 'x'.repeat(63 * 1024) }, 'invalid_request'],
    ['a prototype of its own', {}, '{"__proto__":{"reason":"x"}}', 'invalid_request'],
    ['a prototype of a field', {}, '{"reason":"x","seen":{"__proto__":{}}}', 'invalid_request'],
    ['no JSON', {}, '{reason', 'invalid_request'],
    ['no reason', {}, {}, 'invalid_request'],
    ['an empty reason', {}, { reason: ' \n' }, 'invalid_request'],
    ['a reason too long', {}, { reason: 'x'.repeat(501) }, 'invalid_request'],
    ['a list', {}, [{ reason: 'x' }], 'invalid_request'],
    ['an id of its own', {}, { reason: 'x', id: 'other' }, 'invalid_request'],
    ['an unknown field', {}, { reason: 'x', force: true }, 'invalid_request'],
    ['half a surrogate pair in the reason', {}, '{"reason":"x\\ud800"}', 'invalid_request'],
    ['NUL in the reason', {}, { reason: 'x\0y' }, 'invalid_request'],
    ['a ticket too long', {}, { reason: 'x', ticket: 'x'.repeat(101) }, 'invalid_request'],
    ['an empty customer', {}, { reason: 'x', externalCustomerId: '' }, 'invalid_request'],
  ])('rejects a change with %s without sending it', async (_, change, body, code) => {
    const before = api().requests.length
    expect(await problemIn(await post(subscription.upcoming, change, body))).toMatchObject({ code })
    expect(api().requests).toHaveLength(before)
  })

  test.each([
    ['signIn', { email: 'ann@example.com', next: '/users' }, '/sign-in?error=store_unavailable&next=%2Fusers'],
    ['resetPassword', { token: 'abc' }, '/reset?error=store_unavailable&token=abc'],
  ] as const)(
    'redirects the form of %s back to its page with what it needs, without the store',
    async (name, fields, to) => {
      const opened = globalThis.consoleStoreOpening
      const lost = Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
      lost.catch(() => undefined)
      globalThis.consoleStoreOpening = lost
      try {
        const headers = { ...ours, 'content-type': 'application/x-www-form-urlencoded' }
        const body = new URLSearchParams({ ...fields, password: 'x' }).toString()
        const request = new Request(`http://${host}/api`, { method: 'POST', headers, body })
        const response = await handle(name)(request, { params: Promise.resolve(undefined) })
        expect([response.status, response.headers.get('location')]).toEqual([303, to])
      } finally {
        globalThis.consoleStoreOpening = opened
      }
    },
  )

  test('accepts changes behind a proxy only from CONSOLE_ORIGIN', async () => {
    const own = { host: 'billing.example.com', origin: 'https://billing.example.com' }
    settings().CONSOLE_ORIGIN = own.origin
    try {
      // With a public address there is no demo, so an accepted request meets the sign-in check next.
      expect(await problemIn(await post(subscription.upcoming, own))).toMatchObject({ code: 'sign_in_required' })
      for (const change of [
        {},
        { host: 'evil.example', origin: own.origin },
        { ...own, origin: 'http://evil.example' },
      ])
        expect(await problemIn(await post(subscription.draft, change))).toMatchObject({ code: 'forbidden_origin' })
      // As from a local proxy that does not forward the Host header.
      const unchanged = await post(subscription.draft, { host, origin: own.origin })
      expect(await problemIn(unchanged)).toMatchObject({ code: 'sign_in_required' })
    } finally {
      delete settings().CONSOLE_ORIGIN
    }
  })
})
