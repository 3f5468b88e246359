import { tally, volume } from '../scripts/test/volume.mjs'
import { endOf } from './fixtures/raw-request'
import { expect, test } from './fixtures/test'

/** The maximum number of concurrent requests. */
const REQUESTS_AT_ONCE = 16
/** `npm test` takes every fifth case. No list length is a multiple of five, so each place and each sequence is tested. */
const some = <Item>(items: readonly Item[]) => items.filter((_, index) => index % volume({ test: 5, prove: 1 }) === 0)

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

  test('gets a 400 with a reason at every place in a path', async ({ demo }) => {
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
      for (let first = 0; first < urls.length; first += REQUESTS_AT_ONCE)
        await Promise.all(urls.slice(first, first + REQUESTS_AT_ONCE).map((url) => check(url, method)))
    tally('requests with a malformed % in their path', 3 * urls.length)
  })

  test('never fails in a query', async ({ demo }) => {
    for (const bad of malformed)
      for (const path of ['/?', '/find?id=', '/customers/acme-inc/transactions?page=', '/healthz?'])
        expect((await fetch(demo.consoleUrl + path + bad)).status, path + bad).toBe(200)
  })
})

const textOf = async (url: string, target: string, host: string) =>
  (await endOf(url, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).text

test.describe('a request target that is no path of the console', () => {
  const targets = ['http://evil.example/', 'http://evil.example/api/status', '//x', '//evil.example/a', '/a//b']
  targets.push('/api//find', '/\\evil.example', '/_next//static/x', '*')

  test('gets a 400 with the security headers and without a redirect', async ({ demo }) => {
    const { consoleUrl } = demo
    const { host } = new URL(consoleUrl)
    for (const target of [...targets, `${consoleUrl}/`, `${consoleUrl}/healthz`]) {
      const response = await textOf(consoleUrl, target, host)
      expect(response, target).toMatch(/^HTTP\/1\.1 400 /)
      expect(response, target).toContain('"code":"invalid_request"')
      for (const header of ['x-frame-options: DENY', 'x-content-type-options: nosniff', 'content-security-policy: '])
        expect(response.toLowerCase(), target).toContain(header.toLowerCase())
      expect(response.toLowerCase(), target).not.toContain('\nlocation:')
    }
  })

  test('gets a 403 under a foreign name', async ({ demo }) => {
    for (const target of targets) {
      const response = await textOf(demo.consoleUrl, target, 'evil.example')
      expect(response, target).toMatch(/^HTTP\/1\.1 403 /)
      expect(response.toLowerCase(), target).not.toContain('\nlocation:')
    }
  })

  test('cannot be marked by the client, because the console removes the header', async ({ demo }) => {
    const { consoleUrl } = demo
    const response = await fetch(`${consoleUrl}/robots.txt?u=//x`, { headers: { 'x-console-target': 'malformed' } })
    expect(response.status).toBe(200)
  })
})
