import { createHash } from 'node:crypto'
import { NextRequest } from 'next/server'
import { describe, expect, test } from 'vitest'
import { problemOfCode } from '@/lib/core/errors'
import { refusalPage } from '@/lib/core/server/http/refusal-page'
import { settings } from '@/lib/core/server/settings'
import { config, proxy } from '@/proxy'

const ask = (path: string, host = '127.0.0.1:3000', accept = '*/*') => send(path, { headers: { host, accept } })
const send = (path: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> }) =>
  proxy(new NextRequest(`http://localhost:3000${path}`, { method, headers: { host: '127.0.0.1:3000', ...headers } }))

test('gives each page its own nonce, in its policy and for the layout', () => {
  const [first, second] = [ask('/subscriptions/s1'), ask('/subscriptions/s1')]
  const nonce = first.headers.get('x-middleware-request-x-nonce') ?? 'none'
  const policy = first.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic';`)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(first.headers.get('x-middleware-request-content-security-policy')).toBe(policy)
  expect(second.headers.get('x-middleware-request-x-nonce')).not.toBe(nonce)
  expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
  expect(first.headers.get('cache-control')).toBe('private, no-store')
})

describe('proxy rejects with a problem', () => {
  test.each([
    ['a malformed % sequence', '/subscriptions/%zz', 400],
    ['half a character', '/api/invoices/%E0%A4', 400],
    ['an ID that URL normalization removes', '/api/subscriptions/%2e%2e', 400],
    ['an ID that URL normalization shortens', '/api/subscriptions/.', 400],
  ])('%s', async (_, path, status) => {
    const response = ask(path)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.json()).toMatchObject({ code: 'invalid_id' })
  })

  test('a foreign host name, except for the health checks', async () => {
    expect(await ask('/', 'evil.example').json()).toMatchObject({ code: 'forbidden_origin', status: 403 })
    for (const path of ['/healthz', '/readyz'])
      expect(ask(path, '10.0.0.7:3000').headers.get('x-middleware-next')).toBe('1')
    expect(ask('/', '[::1]:3000').headers.get('x-middleware-next')).toBe('1')
  })
})

test('returns a page with a way back when a browser opens a malformed URL', async () => {
  for (const path of ['/subscriptions/%zz', '/customers/%E0%A4/transactions', '/%']) {
    const page = ask(path, '127.0.0.1:3000', 'text/html,*/*;q=0.8')
    expect(page.status).toBe(400)
    const html = await page.text()
    expect(html).toMatch(/<h1>This is not an ID<\/h1>\n<p>The address contains an invalid % sequence/)
    expect(html).toContain('<form action="/find" role="search">')
    expect(html).toContain('<a href="/">')
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(page.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
  }
})

test('returns a page with instructions when a browser opens a URL under a foreign host name', async () => {
  const page = ask('/subscriptions/s1', 'evil.example', 'text/html,application/xhtml+xml,*/*;q=0.8')
  expect(page.status).toBe(403)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(await page.clone().text()).not.toContain('<form')
  expect(await page.text()).toMatch(/<h1>The request did not come from this console<\/h1>\n<p>[^<]*set CONSOLE_ORIGIN/)
  const response = ask('/api/subscriptions/s1', 'evil.example', 'text/html')
  expect(response.headers.get('content-type')).toContain('application/problem+json')
})

test('forbids scripts in API responses; the page of a failed download has its own style', async () => {
  const policy = ask('/api/invoices/inv_1/csv').headers.get('content-security-policy') ?? ''
  const page = refusalPage({ ...problemOfCode('console_busy'), detail: 'Busy.', requestId: 'r1', retryAfterSeconds: 2 })
  const html = await page.text()
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? []
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(policy).not.toContain('script-src')
  expect(Object.fromEntries(page.headers)).toMatchObject({ 'x-request-id': 'r1', 'retry-after': '2' })
  expect(html).toContain('<a href="/">')
})

describe('proxy overrides the defaults of Next', () => {
  test.each([
    ['a server action', '/', 'next-action', 400],
    ['the header that bypasses the proxy', '/', 'x-middleware-subrequest', 400],
  ])('rejects %s', async (_, path, header, status) => {
    for (const method of ['GET', 'POST']) {
      const response = send(path, { method, headers: { [header]: '1' } })
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ code: 'invalid_request', detail: expect.stringContaining(header) })
    }
  })

  test('rejects every request for image optimization', async () => {
    for (const path of ['/_next/image', '/_next/image?url=%2Ficon.svg&w=64&q=75', '/_next/image/x'])
      expect(await ask(path).json()).toMatchObject({ code: 'route_not_found', status: 404 })
    expect(ask('/_next/static/image.js').headers.get('x-middleware-next')).toBe('1')
  })

  test('rejects every body sent to a page', async () => {
    for (const path of ['/', '/subscriptions/s1', '/icon.svg'])
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
        expect(await send(path, { method }).json()).toMatchObject({ code: 'method_not_allowed', status: 405 })
    expect(send('/', { method: 'HEAD' }).headers.get('x-middleware-next')).toBe('1')
  })

  test('leaves the methods of an API path to its route', () => {
    for (const method of ['GET', 'POST', 'PUT'])
      expect(send('/api/subscriptions/a%2Fb', { method }).headers.get('x-middleware-next')).toBe('1')
    expect(send('/', { method: 'PUT' }).headers.get('allow')).toBe('GET, HEAD')
  })
})

test('runs for pages and the API paths that Next would refuse, not for the rest of the API and static files', () => {
  const isProxied = new RegExp(`^(${config.matcher.filter((source) => typeof source === 'string').join('|')})$`)
  for (const path of [
    '/',
    '/subscriptions/s1',
    '/icon.svg',
    '/_next/image',
    '/api/find/',
    '/api/find/%zz',
    '/_next/static/%',
  ])
    expect(path).toMatch(isProxied)
  for (const path of ['/api/find', '/api/subscriptions/s1', '/_next/static/a.js']) expect(path).not.toMatch(isProxied)
})

test('denies pages every device permission, and keeps https where it is used', () => {
  const policy = ask('/').headers.get('permissions-policy') ?? ''
  for (const feature of ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'serial', 'display-capture'])
    expect(policy).toContain(`${feature}=()`)
  expect(policy).not.toContain('*')
  for (const path of ['/', '/api/find/%41', '/%zz', '/_next/image'])
    expect(ask(path).headers.get('strict-transport-security')).toBeNull()
  settings().CONSOLE_ORIGIN = 'http://127.0.0.1:3000'
  try {
    expect(ask('/').headers.get('strict-transport-security')).toBeNull()
    settings().CONSOLE_ORIGIN = 'https://billing.example.com'
    for (const path of ['/', '/api/find/%41', '/%zz', '/_next/image'])
      expect(ask(path).headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  } finally {
    delete settings().CONSOLE_ORIGIN
  }
})

test('forbids framing of every response', () => {
  for (const path of ['/', '/api/find/%41', '/healthz', '/readyz', '/%zz', '/_next/image']) {
    expect(ask(path).headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(ask(path).headers.get('x-frame-options')).toBe('DENY')
  }
})
