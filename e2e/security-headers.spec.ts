import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { WRITE_HEADER } from '@/contract/console/operations'
import { volume } from '../scripts/volume.mjs'
import { tally } from '../scripts/tally.mjs'
import { cookieOf } from './fixtures/sign-in'
import type { TestConsole } from './fixtures/start-console'
import { expect, test } from './fixtures/test'

const SUBSCRIPTION = 'sub_globex'
/** Requests under way at a time, where there are many. */
const AT_ONCE = 16
/** In `npm test` every fifth: no list here is as long as a multiple of five, so each place and each sequence has its turn. */
const some = <Item>(items: readonly Item[]) => items.filter((_, index) => index % volume({ test: 5, prove: 1 }) === 0)
const idOf = ({ ids }: TestConsole, kind: string) => ids.find((candidate) => candidate.kind === kind)?.id ?? ''

interface ScenarioResponse {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: string
}

/** Over HTTP as it is: `fetch` would set Host and Origin itself. */
function send(url: string, method: string, headers: Record<string, string>, body?: string): Promise<ScenarioResponse> {
  return new Promise((resolve, reject) => {
    // Node frames no body of a DELETE by itself.
    const isFramed = body === undefined || 'transfer-encoding' in headers
    const framed = isFramed ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
    const request = httpRequest(url, { method, headers: framed, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => (text += String(part)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** What is answered to a request byte for byte, as no client would send it. */
function sendHead(url: string, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(`${head}\r\n\r\n`))
    socket.once('data', (response) => resolve(response.toString())).on('error', reject)
  })
}

const policyOf = ({ headers }: Response) => headers.get('content-security-policy') ?? ''

function expectGuarded(response: Response, what: string): void {
  expect(policyOf(response), what).toContain("frame-ancestors 'none'")
  expect(response.headers.get('x-content-type-options'), what).toBe('nosniff')
  expect(response.headers.get('x-frame-options'), what).toBe('DENY')
  expect(response.headers.get('referrer-policy'), what).toBe('same-origin')
  expect(response.headers.get('cross-origin-resource-policy'), what).toBe('same-origin')
  expect(response.headers.get('permissions-policy'), what).toMatch(/camera=\(\).*usb=\(\)/)
  expect(response.headers.get('x-powered-by'), what).toBeNull()
  expect(response.headers.get('access-control-allow-origin'), what).toBeNull()
}

/** What our own pages send; each test takes one thing from it. */
const ours = ({ consoleUrl }: TestConsole): Record<string, string> => ({
  host: new URL(consoleUrl).host,
  origin: consoleUrl,
  'content-type': 'application/json',
  [WRITE_HEADER.name]: WRITE_HEADER.value,
})
const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([other]) => other !== name))

/** Pages are asked for as HTML and as data. */
const kindsOf = (path: string): Record<string, string>[] => (path.startsWith('/api/') ? [{}] : [{}, { rsc: '1' }])

test.describe('the headers of every answer', () => {
  const pages = [
    '/',
    '/subscriptions',
    '/invoices',
    '/customers',
    '/find?id=nobody',
    '/no/such/page',
    '/subscriptions/nobody',
  ]
  const apis = ['/api/find', '/api/no/such/path', '/api/subscriptions/nobody', '/api/subscriptions/%01']

  test('say that it is private, what it is, and that no other site may frame it', async ({ demo }) => {
    const [invoice, customer] = [idOf(demo, 'invoice'), encodeURIComponent(idOf(demo, 'customer'))]
    const read = [`/subscriptions/${SUBSCRIPTION}`, `/invoices/${invoice}`, `/customers/${customer}/transactions`]
    const raw = read.map((path) => `/api${path}/raw`)
    const paths = [...pages, ...apis, ...read, ...raw, ...read.map((path) => `/api${path}`), '/subscriptions/%zz']
    for (const path of paths)
      for (const headers of kindsOf(path)) {
        const response = await fetch(demo.consoleUrl + path, { headers, redirect: 'manual' })
        const what = `${path} ${JSON.stringify(headers)}`
        // Next adds to it where it finds no page.
        expect(response.headers.get('cache-control'), what).toMatch(/^private, (no-cache, )?no-store/)
        expectGuarded(response, what)
      }
  })

  test('guard what anybody may keep as well: health, icon, scripts and styles', async ({ demo }) => {
    const html = await (await fetch(demo.consoleUrl)).text()
    const files = [...html.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(files.length).toBeGreaterThan(3)
    for (const path of files) {
      const response = await fetch(demo.consoleUrl + path)
      expectGuarded(response, path)
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control'), path).toBe('public, max-age=31536000, immutable')
    }
    for (const path of [
      '/healthz',
      '/icon.svg',
      '/robots.txt',
      '/manifest.webmanifest',
      '/_next/static/nothing.js',
      '/_next/nothing',
      '/_next/image?url=%2Ficon.svg&w=64&q=75',
    ])
      expectGuarded(await fetch(demo.consoleUrl + path), path)
  })

  test('is indexed by nobody, and has an icon wherever a browser looks for one', async ({ demo }) => {
    const robots = await (await fetch(`${demo.consoleUrl}/robots.txt`)).text()
    expect(robots.split('\n')).toEqual(expect.arrayContaining(['User-agent: *', 'Disallow: /']))
    const html = await (await fetch(demo.consoleUrl)).text()
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>')
    const links = [...html.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g)].map(
      ([, at]) => at,
    )
    expect(links).toHaveLength(3)
    const manifest: unknown = await (await fetch(`${demo.consoleUrl}/manifest.webmanifest`)).json()
    const icons: { src: string }[] = Object(manifest).icons
    for (const path of [...links, ...icons.map(({ src }) => src)])
      expect((await fetch(demo.consoleUrl + path)).status, path).toBe(200)
  })

  test('let a page run its own scripts only: each request has another nonce', async ({ demo }) => {
    const policies = await Promise.all(
      ['/', '/', '/subscriptions'].map(async (path) => policyOf(await fetch(demo.consoleUrl + path))),
    )
    expect(new Set(policies).size).toBe(3)
    for (const policy of policies) {
      expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}' 'strict-dynamic';/)
      expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe|\*/)
    }
  })
})

test.describe('what Next would do by itself', () => {
  test('there are no source maps, and no script names one', async ({ demo }) => {
    const html = await (await fetch(demo.consoleUrl)).text()
    const files = [...html.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(files.length).toBeGreaterThan(3)
    for (const path of files) {
      expect((await fetch(`${demo.consoleUrl}${path}.map`)).status, path).toBe(404)
      expect(await (await fetch(demo.consoleUrl + path)).text(), path).not.toContain('sourceMappingURL')
    }
  })

  test('it makes no images, runs no actions and leaves nothing out, and says so in our words', async ({ demo }) => {
    const asked: [string, RequestInit, string][] = [
      ['/_next/image?url=%2Ficon.svg&w=64&q=75', {}, 'route_not_found'],
      ['/', { method: 'POST', headers: { 'next-action': 'a'.repeat(42) }, body: '[]' }, 'invalid_request'],
      ['/', { method: 'POST', body: new URLSearchParams({ $ACTION_ID_a: '' }) }, 'method_not_allowed'],
      ['/api/find', { headers: { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' } }, 'invalid_request'],
    ]
    for (const [path, init, code] of asked) {
      const response = await fetch(demo.consoleUrl + path, init)
      expect(response.headers.get('content-type'), path).toContain('application/problem+json')
      expect(await response.json(), path).toMatchObject({ code })
      expectGuarded(response, path)
    }
  })

  test('a body of more than 64 KiB is refused, whether its length is told or not', async ({ demo }) => {
    const body = JSON.stringify({ reason: 'x'.repeat(200 * 1024) })
    const url = `${demo.consoleUrl}/api/subscriptions/${SUBSCRIPTION}/cancel`
    const told = await send(url, 'POST', ours(demo), body)
    expect(JSON.parse(told.body)).toMatchObject({ code: 'payload_too_large', status: 413 })
    const untold = await send(url, 'POST', { ...ours(demo), 'transfer-encoding': 'chunked' }, body)
    expect(JSON.parse(untold.body)).toMatchObject({ code: 'payload_too_large', status: 413 })
  })

  test('half-sent headers are closed within 15 s, other protocols at once, while others are served', async ({
    demo,
  }) => {
    const { consoleUrl } = demo
    const half = endOf(consoleUrl, 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ')
    const upgrade = await endOf(
      consoleUrl,
      `GET / HTTP/1.1\r\nHost: ${new URL(consoleUrl).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    expect(upgrade.text).toMatch(/^HTTP\/1\.1 400 /)
    expect((await fetch(`${consoleUrl}/healthz`)).status).toBe(200)
    const { text, ms } = await half
    expect(text).toMatch(/^HTTP\/1\.1 408 /)
    expect(ms).toBeLessThan(15_000)
  })
})

/** What is answered to these bytes until the other side closes, and after how long it does. */
function endOf(url: string, bytes: string): Promise<{ text: string; ms: number }> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (part) => (text += String(part))).on('error', reject)
    socket.on('close', () => resolve({ text, ms: performance.now() - began }))
  })
}

test.describe('a malformed % sequence', () => {
  const malformed = ['%', '%zz', '%c0%af', '%E0%A4%A', '%ff', '100%', '%u0041', '%ED%A0%80']
  const places: ((bad: string) => string)[] = [
    (bad) => `/${bad}`,
    (bad) => `/${bad}/x`,
    (bad) => `/no/such/${bad}`,
    (bad) => `/subscriptions/${bad}`,
    (bad) => `/subscriptions/a${bad}-`,
    (bad) => `/subscriptions/${bad}/x`,
    (bad) => `/invoices/${bad}`,
    (bad) => `/customers/${bad}`,
    (bad) => `/customers/${bad}/transactions`,
    (bad) => `/customers/acme-inc/${bad}`,
    (bad) => `/${bad}/acme-inc/transactions`,
    (bad) => `/healthz/${bad}`,
    (bad) => `/_next/${bad}`,
    (bad) => `/_next/static/${bad}`,
    (bad) => `/_next/static/chunks/${bad}.js`,
    (bad) => `/api/${bad}`,
    (bad) => `/api/find/${bad}`,
    (bad) => `/api/subscriptions/${bad}`,
    (bad) => `/api/subscriptions/${bad}/cancel`,
    (bad) => `/api/subscriptions/${bad}/raw`,
    (bad) => `/api/invoices/${bad}`,
    (bad) => `/api/customers/${bad}/transactions`,
    (bad) => `/api/customers/acme-inc/${bad}`,
  ]
  const servicePlaces: ((bad: string) => string)[] = [
    (bad) => `/${bad}`,
    (bad) => `/external/${bad}`,
    (bad) => `/external/subscriptions/${bad}`,
    (bad) => `/external/subscriptions/${bad}/expanded`,
    (bad) => `/external/subscriptions/${bad}/cancel`,
    (bad) => `/external/invoices/${bad}/with-line-items`,
    (bad) => `/external/customers/external-id/${bad}/transactions`,
    (bad) => `/external/customers/${bad}/x/transactions`,
  ]

  test('is a 400 with a reason, wherever it stands in a path', async ({ demo }) => {
    const { consoleUrl, serviceUrl, serviceKey } = demo
    const paths = (url: string, where: typeof places) =>
      where.flatMap((place) => malformed.map((bad) => url + place(bad)))
    const urls = some([...paths(consoleUrl, places), ...paths(serviceUrl, servicePlaces)])
    const check = async (url: string, method: string) => {
      const response = await fetch(url, { method, headers: { 'x-api-key': serviceKey } })
      expect(response.status, `${method} ${url}`).toBe(400)
      expect(response.headers.get('content-type'), url).toContain('application/problem+json')
      const detail = expect.stringMatching(/% sequence|percent-encoding/)
      expect(await response.json(), url).toMatchObject({ status: 400, detail })
    }
    for (const method of ['GET', 'POST', 'DELETE'])
      for (let first = 0; first < urls.length; first += AT_ONCE)
        await Promise.all(urls.slice(first, first + AT_ONCE).map((url) => check(url, method)))
    tally('requests with a malformed % in their path', 3 * urls.length)
  })

  test('in a query is never a failure', async ({ demo }) => {
    for (const bad of malformed)
      for (const path of ['/?', '/find?id=', '/customers/acme-inc/transactions?page=', '/healthz?'])
        expect((await fetch(demo.consoleUrl + path + bad)).status, path + bad).toBe(200)
  })
})

test.describe('a write', () => {
  const path = `/api/subscriptions/${SUBSCRIPTION}`
  const body = JSON.stringify({ reason: 'Asked for by phone' })

  const refusals: [string, number, string, (demo: TestConsole) => Record<string, string>][] = [
    ['without an Origin', 403, 'forbidden_origin', (demo) => without(ours(demo), 'origin')],
    ['of Origin null', 403, 'forbidden_origin', (demo) => ({ ...ours(demo), origin: 'null' })],
    ['of another site', 403, 'forbidden_origin', (demo) => ({ ...ours(demo), origin: 'https://evil.example' })],
    ['of another port here', 403, 'forbidden_origin', (demo) => ({ ...ours(demo), origin: demo.serviceUrl })],
    [
      'of our address in a longer one',
      403,
      'forbidden_origin',
      (demo) => ({ ...ours(demo), origin: `${demo.consoleUrl}.evil.example` }),
    ],
    [
      'of a foreign name that was made to lead here',
      403,
      'forbidden_origin',
      (demo) => ({ ...ours(demo), host: 'evil.example', origin: 'http://evil.example' }),
    ],
    [
      'of a foreign name that says it was forwarded',
      403,
      'forbidden_origin',
      (demo) => ({
        ...ours(demo),
        origin: 'http://evil.example',
        'x-forwarded-host': 'evil.example',
        forwarded: 'host=evil.example',
      }),
    ],
    ['without our header', 403, 'forbidden_origin', (demo) => without(ours(demo), WRITE_HEADER.name)],
    [
      'with another value in our header',
      403,
      'forbidden_origin',
      (demo) => ({ ...ours(demo), [WRITE_HEADER.name]: '2' }),
    ],
    ['without a content type', 415, 'unsupported_media_type', (demo) => without(ours(demo), 'content-type')],
    [
      'as a form',
      415,
      'unsupported_media_type',
      (demo) => ({ ...ours(demo), 'content-type': 'application/x-www-form-urlencoded' }),
    ],
    [
      'as text',
      415,
      'unsupported_media_type',
      (demo) => ({ ...ours(demo), 'content-type': 'text/plain; application/json' }),
    ],
  ]

  for (const [what, status, code, headers] of refusals)
    test(`${what} is refused, and changes nothing`, async ({ demo }) => {
      const read = async () => {
        const { serviceUrl, serviceKey } = demo
        const url = `${serviceUrl}/external/subscriptions/${SUBSCRIPTION}/expanded`
        return (await fetch(url, { headers: { 'x-api-key': serviceKey } })).json()
      }
      const before: unknown = await read()
      for (const [method, action] of [
        ['POST', '/cancel'],
        ['DELETE', ''],
      ] as const) {
        const response = await send(demo.consoleUrl + path + action, method, headers(demo), body)
        expect(JSON.parse(response.body)).toMatchObject({ status, code })
        expect(response.status).toBe(status)
      }
      expect(await read()).toEqual(before)
    })

  test('as our own pages send it comes through to the billing API, under each of our names', async ({ demo }) => {
    const { port } = new URL(demo.consoleUrl)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const headers = { ...ours(demo), host, origin: `http://${host}` }
      const response = await send(demo.consoleUrl + path, 'DELETE', headers, body)
      expect(JSON.parse(response.body)).toMatchObject({ code: 'refused', upstreamStatus: 409 })
    }
  })

  test('cannot be asked for by another site: no answer to a preflight allows it', async ({ demo }) => {
    const response = await send(demo.consoleUrl + path, 'OPTIONS', {
      host: new URL(demo.consoleUrl).host,
      origin: 'https://evil.example',
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': WRITE_HEADER.name,
    })
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

test.describe('under a foreign name', () => {
  const pages = ['/', '/find?id=nobody', `/subscriptions/${SUBSCRIPTION}`, '/no/such/page']
  const paths = [
    ...pages,
    `/api/subscriptions/${SUBSCRIPTION}`,
    `/api/subscriptions/${SUBSCRIPTION}/raw`,
    '/api/no/such',
  ]
  /** Ways past a proxy that Next has had, or that people expect to count. */
  const ways: Record<string, string>[] = [
    {},
    { rsc: '1' },
    { 'x-forwarded-host': '127.0.0.1' },
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
  ]

  async function expectRefused(url: string, own: string): Promise<void> {
    for (const host of ['evil.example', 'localhost.evil.com', `${own}.evil.com`])
      for (const path of paths)
        for (const headers of ways) {
          const response = await send(url + path, 'GET', { ...headers, host })
          expect(response.status, `${host} ${path} ${JSON.stringify(headers)}`).toBe(403)
          expect(JSON.parse(response.body)).toMatchObject({ code: 'forbidden_origin' })
        }
    for (const path of paths)
      for (const head of [`GET ${path} HTTP/1.0`, `GET ${path} HTTP/1.1\r\nConnection: close\r\nHost: `])
        expect(await sendHead(url, head), head).toMatch(/^HTTP\/1.1 40[03] /)
  }

  test('nothing is read of a console of this machine', ({ demo }) =>
    expectRefused(demo.consoleUrl, new URL(demo.consoleUrl).hostname))

  test('nothing is read of a deployed console, but under its own', async ({ demo, postgresUrl, startConsoleFor }) => {
    const billingApi = { url: demo.serviceUrl, key: demo.serviceKey }
    const { consoleUrl } = await startConsoleFor(billingApi, {
      CONSOLE_ORIGIN: 'https://billing.example.com',
      CONSOLE_DATABASE_URL: postgresUrl,
      LOCAL_AUTH: '1',
    })
    await expectRefused(consoleUrl, 'billing.example.com')
    const { port } = new URL(consoleUrl)
    for (const host of ['billing.example.com', 'Billing.Example.com:443', `localhost:${port}`, `127.0.0.1:${port}`])
      for (const path of [`/subscriptions/${SUBSCRIPTION}`, `/api/subscriptions/${SUBSCRIPTION}`])
        expect((await send(consoleUrl + path, 'GET', { host, cookie: cookieOf(consoleUrl) })).status, host + path).toBe(
          200,
        )
  })

  test('a person is told what to do', async ({ demo }) => {
    const response = await send(`${demo.consoleUrl}/`, 'GET', { host: 'evil.example', accept: 'text/html,*/*' })
    expect(response.status).toBe(403)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.body).toContain('set CONSOLE_ORIGIN')
  })
})
