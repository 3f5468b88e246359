import { CSRF_HEADER } from '@/lib/core/request-headers'
import { endOf, ours, send, sendHead } from './fixtures/raw-request'
import type { TestConsole } from './fixtures/start-console'
import { expect, test } from './fixtures/test'

/*
 * What Next sends before or around the console's own code, which only requests to the built console show. The rules
 * themselves: app/proxy.test.ts, lib/handle.test.ts and scripts/start/server-limits.test.ts.
 */

const SUBSCRIPTION = '/subscriptions/sub_globex'

function expectGuarded(headers: Headers, what: string): void {
  expect(headers.get('content-security-policy'), what).toContain("frame-ancestors 'none'")
  expect(headers.get('x-content-type-options'), what).toBe('nosniff')
  expect(headers.get('x-frame-options'), what).toBe('DENY')
  expect(headers.get('referrer-policy'), what).toBe('same-origin')
  expect(headers.get('cross-origin-resource-policy'), what).toBe('same-origin')
  expect(headers.get('permissions-policy'), what).toMatch(/camera=\(\).*usb=\(\)/)
  expect(headers.get('x-powered-by'), what).toBeNull()
  expect(headers.get('access-control-allow-origin'), what).toBeNull()
}

const idOf = ({ ids }: TestConsole, kind: string) => ids.find((candidate) => candidate.kind === kind)?.id ?? ''

test('a malformed address gets a 400 with a reason wherever Next would answer, and never fails in a query', async ({
  demo: { consoleUrl },
}) => {
  const places = ['', 'x/', 'subscriptions/', 'customers/acme-inc/', 'healthz/', '_next/', '_next/static/']
  const apiPlaces = ['api/', 'api/subscriptions/', 'api/customers/acme-inc/']
  for (const place of [...places, ...apiPlaces])
    for (const [sequence, method] of [
      ['%zz', 'GET'],
      ['%E0%A4%A', 'POST'],
    ] as const) {
      const path = `/${place}${sequence}`
      const response = await fetch(consoleUrl + path, { method })
      expect(response.headers.get('content-type'), path).toContain('application/problem+json')
      const detail = expect.stringContaining('% sequence')
      expect(await response.json(), path).toMatchObject({ status: 400, detail })
    }
  for (const path of ['/?%zz', '/find?id=%c0%af', '/customers/acme-inc/transactions?page=%', '/healthz?%ff'])
    expect((await fetch(consoleUrl + path)).status, path).toBe(200)

  const { host } = new URL(consoleUrl)
  for (const target of [
    'http://evil.example/',
    '//evil.example/a',
    '/api//find',
    '/\\evil.example',
    '*',
    `${consoleUrl}/`,
  ]) {
    const text = await endOf(consoleUrl, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(text, target).toMatch(/^HTTP\/1\.1 400 [^]*\nx-frame-options: DENY[^]*"code":"invalid_request"/i)
    expect(text.toLowerCase(), target).not.toContain('\nlocation:')
  }
})

test('serves nothing under a foreign name, and lets no page of another site change anything', async ({ demo }) => {
  const { consoleUrl } = demo
  const paths = ['/', '/find?id=nobody', SUBSCRIPTION, '/no/such/page', `/api${SUBSCRIPTION}`, '/api/no/such']
  /** Headers that once bypassed the proxy of Next, or that are often trusted. */
  const ways: Record<string, string>[] = [
    {},
    { rsc: '1' },
    { 'x-forwarded-host': '127.0.0.1' },
    { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
  ]
  for (const host of ['evil.example', `${new URL(consoleUrl).hostname}.evil.com`])
    for (const path of paths)
      for (const headers of ways) {
        const response = await send(consoleUrl + path, 'GET', { ...headers, host })
        expect(response.status, `${host} ${path} ${JSON.stringify(headers)}`).toBe(403)
        expect(JSON.parse(response.body)).toMatchObject({ code: 'forbidden_origin' })
      }
  for (const head of [`GET ${SUBSCRIPTION} HTTP/1.0`, `GET / HTTP/1.1\r\nConnection: close\r\nHost: `])
    expect(await sendHead(consoleUrl, head), head).toMatch(/^HTTP\/1.1 40[03] /)

  const body = JSON.stringify({ reason: 'Asked for by phone' })
  const remove = async (headers: Record<string, string>) =>
    JSON.parse((await send(`${consoleUrl}/api${SUBSCRIPTION}`, 'DELETE', { ...ours(demo), ...headers }, body)).body)
  expect(await remove({ origin: demo.serviceUrl })).toMatchObject({ code: 'forbidden_origin' })
  // From our own pages it reaches the billing API, also under the other local name.
  const host = `localhost:${new URL(consoleUrl).port}`
  expect(await remove({ host, origin: `http://${host}` })).toMatchObject({ code: 'refused', upstreamStatus: 409 })
  const preflight = await send(`${consoleUrl}/api${SUBSCRIPTION}`, 'OPTIONS', {
    host: new URL(consoleUrl).host,
    origin: 'https://evil.example',
    'access-control-request-method': 'DELETE',
    'access-control-request-headers': CSRF_HEADER.name,
  })
  expect(Object.keys(preflight.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('guards every response: pages and data are private, files are cacheable and have no source map', async ({
  demo,
}) => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(demo.consoleUrl + path, { redirect: 'manual', ...init })
    expectGuarded(response.headers, `${path} ${JSON.stringify(init)}`)
    return response
  }
  const read = [SUBSCRIPTION, `/invoices/${idOf(demo, 'invoice')}`, '/customers/acme-inc/transactions']
  const pages = ['/', '/subscriptions', '/find?id=nobody', '/no/such/page', '/subscriptions/%zz', ...read]
  const apis = ['/api/find', '/api/no/such/path', ...read.flatMap((path) => [`/api${path}`, `/api${path}/raw`])]
  for (const [paths, headers] of [
    [pages, {}],
    [pages, { rsc: '1' }],
    [apis, {}],
  ] as const)
    for (const path of paths)
      // Next adds directives for a missing page.
      expect((await ask(path, { headers })).headers.get('cache-control'), path).toMatch(
        /^private, (no-cache, )?no-store/,
      )

  const home = await ask('/')
  const html = await home.text()
  expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>')
  const nonces = new Set([...html.matchAll(/<script[^>]* nonce="([^"]+)"/g)].map(([, nonce]) => nonce))
  expect(home.headers.get('content-security-policy')).toContain(`'nonce-${[...nonces].join()}' 'strict-dynamic'`)
  const files = [...html.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(files.length).toBeGreaterThan(3)
  for (const path of files) {
    const file = await ask(path)
    expect([file.status, file.headers.get('cache-control')], path).toEqual([200, 'public, max-age=31536000, immutable'])
    expect(await file.text(), path).not.toContain('sourceMappingURL')
    expect((await ask(`${path}.map`)).status, path).toBe(404)
  }

  expect(await (await ask('/robots.txt')).text()).toMatch(/^User-agent: \*\nDisallow: \/$/im)
  const links = [...html.matchAll(/<link rel="(?:icon|apple-touch-icon|manifest)" href="([^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  expect(links).toHaveLength(3)
  const { icons }: { icons: { src: string }[] } = await (await ask('/manifest.webmanifest')).json()
  for (const path of [...links, ...icons.map(({ src }) => src), '/healthz', '/readyz'])
    expect((await ask(path)).status, path).toBe(200)

  // The defaults of Next: images, server actions, and bodies beyond the console's limit.
  const large = JSON.stringify({ reason: 'x'.repeat(200 * 1024) })
  const chunked = { ...ours(demo), 'transfer-encoding': 'chunked' }
  expect((await send(`${demo.consoleUrl}/api${SUBSCRIPTION}/cancel`, 'POST', chunked, large)).status).toBe(413)
  const asked: [string, RequestInit, string][] = [
    ['/_next/image?url=%2Ficon.svg&w=64&q=75', {}, 'route_not_found'],
    ['/', { method: 'POST', headers: { 'next-action': 'a'.repeat(42) }, body: '[]' }, 'invalid_request'],
    ['/', { method: 'POST', body: new URLSearchParams({ $ACTION_ID_a: '' }) }, 'method_not_allowed'],
    ['/api/find', { headers: { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' } }, 'invalid_request'],
  ]
  for (const [path, init, code] of asked) expect(await (await ask(path, init)).json(), path).toMatchObject({ code })
})
