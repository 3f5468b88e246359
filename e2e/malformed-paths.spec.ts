import { tally } from '../scripts/tally.mjs'
import { volume } from '../scripts/volume.mjs'
import { expect, test } from './fixtures/test'

/** Requests under way at a time, where there are many. */
const AT_ONCE = 16
/** In `npm test` every fifth: no list here is as long as a multiple of five, so each place and each sequence has its turn. */
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
