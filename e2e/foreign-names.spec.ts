import { CSRF_HEADER } from '@/contract/console/request-headers'
import { findPostgres } from '../scripts/machine/machine.mjs'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { ours, send, sendHead } from './fixtures/raw-request'
import { cookieOf } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'

const SUBSCRIPTION = 'sub_globex'

test.describe('under a foreign name', () => {
  const pages = ['/', '/find?id=nobody', `/subscriptions/${SUBSCRIPTION}`, '/no/such/page']
  const paths = [
    ...pages,
    `/api/subscriptions/${SUBSCRIPTION}`,
    `/api/subscriptions/${SUBSCRIPTION}/raw`,
    '/api/no/such',
  ]
  /** Headers that once bypassed the proxy of Next, or that are often trusted. */
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

  test('a local console serves nothing', ({ demo }) =>
    expectRefused(demo.consoleUrl, new URL(demo.consoleUrl).hostname))

  test(
    'nothing is read of a deployed console, but under its own',
    { tag: PROVE_ONLY },
    async ({ demo, startConsoleFor }) => {
      test.skip(findPostgres() === null, 'A deployed console has its store in PostgreSQL.')
      const billingApi = { url: demo.serviceUrl, key: demo.serviceKey }
      const { consoleUrl } = await startConsoleFor(billingApi, {
        CONSOLE_ORIGIN: 'https://billing.example.com',
        LOCAL_AUTH: '1',
        CONSOLE_TRUSTED_PROXIES: 'none',
      })
      await expectRefused(consoleUrl, 'billing.example.com')
      const { port } = new URL(consoleUrl)
      for (const host of ['billing.example.com', 'Billing.Example.com:443', `localhost:${port}`, `127.0.0.1:${port}`])
        for (const path of [`/subscriptions/${SUBSCRIPTION}`, `/api/subscriptions/${SUBSCRIPTION}`])
          expect(
            (await send(consoleUrl + path, 'GET', { host, cookie: cookieOf(consoleUrl) })).status,
            host + path,
          ).toBe(200)
    },
  )
})

// handle.test.ts tests each header of a change request.
test.describe('a change request', () => {
  const path = `/api/subscriptions/${SUBSCRIPTION}`
  const body = JSON.stringify({ reason: 'Asked for by phone' })

  test('of another site is rejected, from our own pages it reaches the billing API, under each host name', async ({
    demo,
  }) => {
    const { port } = new URL(demo.consoleUrl)
    const remove = async (headers: Record<string, string>) =>
      JSON.parse((await send(demo.consoleUrl + path, 'DELETE', headers, body)).body)
    expect(await remove({ ...ours(demo), origin: demo.serviceUrl })).toMatchObject({ code: 'forbidden_origin' })
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`])
      expect(await remove({ ...ours(demo), host, origin: `http://${host}` })).toMatchObject({
        code: 'refused',
        upstreamStatus: 409,
      })
  })

  test('from another site is blocked, because no preflight response allows it', async ({ demo }) => {
    const response = await send(demo.consoleUrl + path, 'OPTIONS', {
      host: new URL(demo.consoleUrl).host,
      origin: 'https://evil.example',
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': CSRF_HEADER.name,
    })
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})
