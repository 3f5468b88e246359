import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { endOf, ours, send } from './fixtures/raw-request'
import type { TestConsole } from './fixtures/start-console'
import { expect, test } from './fixtures/test'

const SUBSCRIPTION = 'sub_globex'
const idOf = ({ ids }: TestConsole, kind: string) => ids.find((candidate) => candidate.kind === kind)?.id ?? ''

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

/** Each page is requested as HTML and as data. */
const kindsOf = (path: string): Record<string, string>[] => (path.startsWith('/api/') ? [{}] : [{}, { rsc: '1' }])

test.describe('the headers of every response', () => {
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

  test('mark it as private, state its type, and forbid framing by other sites', async ({ demo }) => {
    const [invoice, customer] = [idOf(demo, 'invoice'), encodeURIComponent(idOf(demo, 'customer'))]
    const read = [`/subscriptions/${SUBSCRIPTION}`, `/invoices/${invoice}`, `/customers/${customer}/transactions`]
    const raw = read.map((path) => `/api${path}/raw`)
    const paths = [...pages, ...apis, ...read, ...raw, ...read.map((path) => `/api${path}`), '/subscriptions/%zz']
    for (const path of paths)
      for (const headers of kindsOf(path)) {
        const response = await fetch(demo.consoleUrl + path, { headers, redirect: 'manual' })
        const what = `${path} ${JSON.stringify(headers)}`
        // Next adds directives for a missing page.
        expect(response.headers.get('cache-control'), what).toMatch(/^private, (no-cache, )?no-store/)
        expectGuarded(response, what)
      }
  })

  test('protect cacheable responses too: health, icon, scripts and styles', async ({ demo }) => {
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
      '/readyz',
      '/icon.svg',
      '/robots.txt',
      '/manifest.webmanifest',
      '/_next/static/nothing.js',
      '/_next/nothing',
      '/_next/image?url=%2Ficon.svg&w=64&q=75',
    ])
      expectGuarded(await fetch(demo.consoleUrl + path), path)
  })

  test('forbid indexing, and an icon exists at every path that browsers try', async ({ demo }) => {
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

  test('raise no warning in the browser', async ({ page }) => {
    const warnings: string[] = []
    page.on('console', (message) => {
      if (['warning', 'error'].includes(message.type())) warnings.push(message.text())
    })
    for (const path of ['/', `/subscriptions/${SUBSCRIPTION}`, '/sign-in', '/no/such/page/%zz']) await page.goto(path)
    // Chromium's own message for the last one, which shows that messages arrive.
    expect(warnings).toEqual([expect.stringContaining('responded with a status of 400')])
  })

  test('allow only the page’s own scripts, with a new nonce for each request', async ({ demo }) => {
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

test.describe('the defaults of Next', () => {
  test('serve no source maps, and no script names one', async ({ demo }) => {
    const html = await (await fetch(demo.consoleUrl)).text()
    const files = [...html.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(files.length).toBeGreaterThan(3)
    for (const path of files) {
      expect((await fetch(`${demo.consoleUrl}${path}.map`)).status, path).toBe(404)
      expect(await (await fetch(demo.consoleUrl + path)).text(), path).not.toContain('sourceMappingURL')
    }
  })

  test('optimize no images, run no server actions, and fail with the console’s own messages', async ({ demo }) => {
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

  test('reject a body of more than 64 KiB, with or without a content length', async ({ demo }) => {
    const body = JSON.stringify({ reason: 'x'.repeat(200 * 1024) })
    const url = `${demo.consoleUrl}/api/subscriptions/${SUBSCRIPTION}/cancel`
    const withLength = await send(url, 'POST', ours(demo), body)
    expect(JSON.parse(withLength.body)).toMatchObject({ code: 'payload_too_large', status: 413 })
    const untold = await send(url, 'POST', { ...ours(demo), 'transfer-encoding': 'chunked' }, body)
    expect(JSON.parse(untold.body)).toMatchObject({ code: 'payload_too_large', status: 413 })
  })

  // In `npm test` by scripts/start/server-limits.test.ts.
  test(
    'half-sent headers are closed within 15 s, other protocols at once, while others are served',
    { tag: PROVE_ONLY },
    async ({ demo }) => {
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
    },
  )
})
