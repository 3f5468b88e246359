import { CSRF_HEADER } from '@/contract/console/request-headers'
import { ours, send, without } from './fixtures/raw-request'
import type { TestConsole } from './fixtures/start-console'
import { expect, test } from './fixtures/test'

const SUBSCRIPTION = 'sub_globex'

test.describe('a change request', () => {
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
    ['without our header', 403, 'forbidden_origin', (demo) => without(ours(demo), CSRF_HEADER.name)],
    [
      'with another value in our header',
      403,
      'forbidden_origin',
      (demo) => ({ ...ours(demo), [CSRF_HEADER.name]: '2' }),
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
    test(`${what} is rejected and changes nothing`, async ({ demo }) => {
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

  test('from the console’s own pages reaches the billing API, under each host name', async ({ demo }) => {
    const { port } = new URL(demo.consoleUrl)
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const headers = { ...ours(demo), host, origin: `http://${host}` }
      const response = await send(demo.consoleUrl + path, 'DELETE', headers, body)
      expect(JSON.parse(response.body)).toMatchObject({ code: 'refused', upstreamStatus: 409 })
    }
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
