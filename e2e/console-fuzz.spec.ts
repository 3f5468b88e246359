import { request as httpRequest } from 'node:http'
// oxlint-disable-next-line no-restricted-imports -- the random requests are shared with the tests of the routes
import { isBillingRequest } from '@/testing/console/is-billing-request'
// oxlint-disable-next-line no-restricted-imports -- as above
import { type ConsoleRequest, randomConsoleRequest } from '@/testing/console/random-console-request'
// oxlint-disable-next-line no-restricted-imports -- as above
import { seededRandom } from '@/testing/console/seeded-random'
import { PROVE_ONLY, tally } from '../scripts/test/volume.mjs'
import { startSession } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'

const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const REQUESTS = 5_000
const REQUESTS_AT_ONCE = 8
const REQUESTS_A_SESSION = 50 * REQUESTS_AT_ONCE

interface Answer {
  status: number
  type: string
  cookies: string[]
  body: string
}

function ask(base: string, { method, path, headers, body }: ConsoleRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const framed = body === undefined ? headers : { ...headers, 'content-length': String(Buffer.byteLength(body)) }
    const request = httpRequest({ hostname, port, path, method, headers: framed, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => (text += String(part)))
      const answered = () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          cookies: response.headers['set-cookie'] ?? [],
          body: text,
        })
      response.on('end', answered).on('error', answered)
    })
    request.on('error', reject)
    request.end(body)
  })
}

test(
  'the running console neither fails nor lets anybody in, whatever is sent to it',
  { tag: PROVE_ONLY },
  async ({ startConsoleFor, fakeApi }) => {
    test.setTimeout(900_000)
    // A console of its own: a random request may add an admin, or end the session of other tests.
    const { consoleUrl } = await startConsoleFor(fakeApi)
    const { subscription, invoice, customer } = SCENARIO_IDS
    const ids = [subscription.active, subscription.upcoming, invoice.active, customer.acme] as const
    const random = seededRandom(SEED)
    // Other consoles of this worker have asked the same API before.
    const askedBefore = fakeApi.requests.length
    const isSignedIn = () => random.chance(50)
    let cookie = ''
    for (let first = 0; first < REQUESTS; first += REQUESTS_AT_ONCE) {
      if (first % REQUESTS_A_SESSION === 0) cookie = await startSession(consoleUrl)
      const batch = Array.from({ length: REQUESTS_AT_ONCE }, () => {
        const asked = randomConsoleRequest(random, { host: new URL(consoleUrl).host, ids })
        if (isSignedIn()) asked.headers.cookie = cookie
        return asked
      })
      await Promise.all(
        batch.map(async (asked) => {
          const { status, type, cookies, body } = await ask(consoleUrl, asked)
          const what = `FUZZ_SEED=${SEED} ${JSON.stringify(asked)} ${body.slice(0, 500)}`
          if (status >= 500) expect(body, what).toMatch(/"code":"(console_busy|overloaded)"/)
          expect(
            cookies.filter((each) => /console-session=[^;]/.test(each)),
            what,
          ).toEqual([])
          if (status >= 400 && status !== 405 && asked.path.startsWith('/api/'))
            expect(type, what).toMatch(/^(application\/problem\+json|text\/html)/)
          expect(body, what).not.toContain(fakeApi.key)
        }),
      )
    }
    expect(fakeApi.requests.slice(askedBefore).filter((request) => !isBillingRequest(request))).toEqual([])
    tally('random requests to the running console', REQUESTS)
  },
)
