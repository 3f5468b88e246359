import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { ADMIN } from './fixtures/sign-in'
import { expect, test } from './fixtures/test'

interface Attempt {
  email: string
  password: string
  /** The client address that the proxy sends. */
  from: string
  cookie?: string
}

interface Answer {
  /** The redirect target of the form. */
  location: string
  cookie: string
  ms: number
}

/** Sends the sign-in form through a proxy that the console trusts. */
async function attempt(consoleUrl: string, { email, password, from, cookie = '' }: Attempt): Promise<Answer> {
  const began = performance.now()
  const response = await fetch(`${consoleUrl}/api/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      origin: consoleUrl,
      'content-type': 'application/x-www-form-urlencoded',
      'x-forwarded-for': `${from}:52814`,
      cookie,
    },
    body: new URLSearchParams({ email, password }).toString(),
  })
  const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  return {
    location: response.headers.get('location') ?? '',
    cookie: cookies.filter((pair) => pair?.startsWith('console-browser=')).join(),
    ms: performance.now() - began,
  }
}

test(
  'the right password signs in within seconds during an attack, and immediately from a known browser',
  { tag: PROVE_ONLY },
  async ({ demo, startConsoleFor }) => {
    test.setTimeout(120_000)
    const billingApi = { url: demo.serviceUrl, key: demo.serviceKey }
    const { consoleUrl } = await startConsoleFor(billingApi, { CONSOLE_TRUSTED_PROXIES: '127.0.0.1' })
    const known = await attempt(consoleUrl, { ...ADMIN, from: '203.0.113.1' })
    expect(known.location).toBe('/')

    const flooding = { isOver: false }
    let tried = 0
    const answers = new Set<string>()
    /** Keeps eight attempts running from one source until the test ends. */
    const flood = (from: string, email: () => string) =>
      Array.from({ length: 8 }, async () => {
        while (!flooding.isOver) {
          tried += 1
          const { location } = await attempt(consoleUrl, { email: email(), password: 'not the right password', from })
          answers.add(location.replace(/&.*/, ''))
        }
      })
    const floods = [
      ...flood('198.51.100.1', () => `made-up-${tried}@example.com`),
      ...flood('198.51.100.2', () => ADMIN.email),
      ...flood('198.51.100.3', () => ADMIN.email),
    ]
    await expect.poll(() => tried, { timeout: 60_000 }).toBeGreaterThan(40)
    const own = await attempt(consoleUrl, { ...ADMIN, from: '203.0.113.2', cookie: known.cookie })
    const fresh = await attempt(consoleUrl, { ...ADMIN, from: '203.0.113.3' })
    flooding.isOver = true
    await Promise.all(floods)
    expect([own.location, fresh.location]).toEqual(['/', '/'])
    expect(own.ms, 'waits for no delay').toBeLessThan(fresh.ms)
    expect(fresh.ms).toBeLessThan(20_000)
    expect([...answers]).toEqual(['/sign-in?error=sign_in_refused'])
  },
)
