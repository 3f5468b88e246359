import { createServer } from 'node:http'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '@/contract/finding'
import { newConsoleDataDir } from '@/testing/console/console-data-dir'
import { testPort } from '@/testing/console/test-port'
import { SCENARIO_IDS, useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { consoleFindings } from './console-findings'

const api = useFakeBillingApi()
/** The parameter names of the fake API. */
const NAMES = { BILLING_API_PAGE_PARAM: 'p', BILLING_API_PAGE_SIZE_PARAM: 'per_page', BILLING_API_ORDER_PARAM: 'sort' }
let dataDir: string
const closing: (() => void)[] = []
beforeAll(async () => {
  dataDir = await newConsoleDataDir('console-doctor-')
  rmSync(dataDir, { recursive: true })
})
afterAll(() => closing.forEach((close) => close()))

const own = () => ({ BILLING_API_BASE_URL: api().url, BILLING_API_KEY: api().key, ...NAMES })

async function findingsOf(environment: Record<string, string>, customer?: string): Promise<Finding[]> {
  const all: Finding[] = []
  for await (const finding of consoleFindings({ DATA_DIR: dataDir, ...environment }, customer)) all.push(finding)
  return all
}

/** Returns the findings of one status as `check: detail`. */
const linesOf = async (status: Finding['status'], ...asked: Parameters<typeof findingsOf>) =>
  (await findingsOf(...asked)).flatMap((found) => (found.status === status ? `${found.check}: ${found.detail}` : []))

/** Starts an API that sends this response to every request. */
async function startApi(status: number, body: unknown, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body))
  })
  closing.push(() => void server.close())
  return `http://127.0.0.1:${await testPort(server)}`
}

/** Starts an API that compresses with gzip and declares this content encoding. */
const compressingApi = (encoding: string) => startApi(200, gzipSync('{"results":[]}'), { 'content-encoding': encoding })

test('a console of npm start has nothing wrong before its first start', async () => {
  expect((await findingsOf({})).map(({ check, status }) => `${check} ${status}`)).toEqual([
    'Settings ok',
    'Disk ok',
    'Database skipped',
    'Billing API skipped',
    'Single sign-on skipped',
  ])
})

describe('settings', () => {
  test.each([
    [
      { CONSOLE_ORIGN: 'https://secret.example' },
      /^Settings: There is no setting CONSOLE_ORIGN\. Did you mean CONSOLE_OR/,
    ],
    [
      { BILLING_API_BASE_URL: 'http://secret.example' },
      /^Settings: BILLING_API_BASE_URL is set but BILLING_API_KEY is not/,
    ],
    [{ CONSOLE_QUIET_SECONDS: 'secret' }, /^Settings: Invalid settings\. CONSOLE_QUIET_SECONDS: /],
    [{ CONSOLE_OIDC_CLIENT_SECRET: 'secret' }, /^Settings: Invalid settings\. CONSOLE_OIDC_ISSUER: must be set too/],
  ])('reports %j without the value', async (environment, expected) => {
    const [first = '', ...others] = await linesOf('wrong', environment)
    expect([first, others]).toEqual([expect.stringMatching(expected), []])
    expect(first).not.toContain('secret')
  })

  test('reports all that keeps a public console from starting, as the start does', async () => {
    const wrong = await linesOf('wrong', { CONSOLE_ORIGIN: 'http://console.invalid' })
    expect(wrong.filter((line) => line.startsWith('Settings: '))).toEqual([
      expect.stringContaining('CONSOLE_ORIGIN is not https'),
      expect.stringContaining('There is no way to sign in'),
      expect.stringContaining('CONSOLE_DATABASE_URL is not set'),
      expect.stringContaining('CONSOLE_TRUSTED_PROXIES is not set'),
      expect.stringContaining('The console would show demo data'),
    ])
  })
})

describe('the billing API', () => {
  test('has nothing wrong, also without a known customer', async () => {
    expect(await linesOf('wrong', own())).toEqual([])
    expect(await linesOf('ok', own(), SCENARIO_IDS.customer.acme)).toEqual([
      'Settings: valid, and none is unknown',
      expect.stringMatching(/^Disk: /),
      expect.stringMatching(/^Billing API: http:\S+ responds$/),
      'BILLING_API_KEY: accepted for reads, which need a key of type secret',
      'Query parameters: the API obeys p, per_page, sort',
    ])
  })

  test('has nothing wrong when its address and key are in files, as containers get their secrets', async () => {
    const { BILLING_API_BASE_URL, BILLING_API_KEY, ...names } = own()
    const [url, key] = [join(dataDir, '..', 'doctor-url'), join(dataDir, '..', 'doctor-key')]
    closing.push(() => [url, key].forEach((file) => rmSync(file)))
    writeFileSync(url, BILLING_API_BASE_URL)
    writeFileSync(key, BILLING_API_KEY)
    const environment = { ...names, BILLING_API_BASE_URL_FILE: url, BILLING_API_KEY_FILE: key }
    expect(await linesOf('wrong', environment)).toEqual([])
    expect(await linesOf('ok', environment)).toContainEqual(expect.stringMatching(/^BILLING_API_KEY: accepted/))
  })

  test('reports a key that is rejected, and does not show it', async () => {
    const revoked = { ...own(), BILLING_API_KEY: 'sk_revoked_secret' }
    expect(await linesOf('wrong', revoked)).toEqual([
      expect.stringMatching(/^BILLING_API_KEY: .*does not accept the console’s key.*exists and is not revoked/),
    ])
    expect(JSON.stringify(await findingsOf(revoked))).not.toMatch(/sk_revoked/)
  })

  test.each([
    [
      403,
      { message: 'Publishable keys cannot read' },
      /^BILLING_API_KEY: .*"Publishable keys cannot read".*type secret/,
    ],
    [
      404,
      { message: 'Not here' },
      /^BILLING_API_KEY: The API responds to any key with HTTP 404\. Check that BILLING_API_B/,
    ],
    [200, '<html>', /^BILLING_API_KEY: The billing API responded, but not with the JSON/],
    [301, '', /^BILLING_API_KEY: The billing API responded with a redirect \(HTTP 301\)/],
    [500, {}, /^BILLING_API_KEY: The billing API failed \(HTTP 500\)/],
  ])('reports a response with the status %i', async (status, body, expected) => {
    const wrong = await linesOf('wrong', { ...own(), BILLING_API_BASE_URL: await startApi(status, body) })
    expect(wrong).toEqual([expect.stringMatching(expected)])
  })

  test('reads a compressed response as the console does, and names a compression that it does not read', async () => {
    expect(await linesOf('ok', { ...own(), BILLING_API_BASE_URL: await compressingApi('gzip') })).toContainEqual(
      expect.stringMatching(/^BILLING_API_KEY: accepted/),
    )
    expect(await linesOf('wrong', { ...own(), BILLING_API_BASE_URL: await compressingApi('br') })).toEqual([
      expect.stringMatching(/^BILLING_API_KEY: .*has the content encoding br/),
    ])
  })

  test('reports an address without a server, and one that does not speak TLS', async () => {
    const unreachable = await linesOf('wrong', { ...own(), BILLING_API_BASE_URL: 'http://127.0.0.1:1' })
    expect(unreachable).toEqual([expect.stringMatching(/^Billing API: No connection .*ECONNREFUSED.* Check that BILL/)])
    const plain = await linesOf('wrong', { ...own(), BILLING_API_BASE_URL: api().url.replace('http:', 'https:') })
    expect(plain).toEqual([expect.stringMatching(/^Billing API: No connection .*SSL/)])
  })

  test('reports names of query parameters that the API refuses', async () => {
    const names = { BILLING_API_PAGE_PARAM: 'page' }
    expect(await linesOf('wrong', { ...own(), ...names })).toEqual([
      expect.stringMatching(/^Query parameters: The API refuses page, per_page, sort \(HTTP 400\)/),
    ])
  })

  test.each([
    ['BILLING_API_PAGE_SIZE_PARAM', 'size', 'The API ignores size. Set BILLING_API_PAGE_SIZE_PARAM'],
    ['BILLING_API_PAGE_PARAM', 'number', 'The API ignores number. Set BILLING_API_PAGE_PARAM'],
    ['BILLING_API_ORDER_PARAM', 'direction', 'The API ignores direction. Set BILLING_API_ORDER_PARAM'],
  ])('reports a name that the API ignores as %s', async (setting, name, expected) => {
    const server = createServer(({ url = '' }, response) => {
      const { searchParams: sent } = new URL(url, 'http://api')
      const [page, size] = [Number(sent.get('p') ?? 1), Number(sent.get('per_page') ?? 20)]
      const ids = sent.get('sort') === 'asc' ? [1, 2, 3] : [3, 2, 1]
      const results = ids.slice((page - 1) * size, page * size).map((id) => ({ id }))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }))
    })
    closing.push(() => void server.close())
    const BILLING_API_BASE_URL = `http://127.0.0.1:${await testPort(server)}`
    const wrong = await linesOf('wrong', { ...own(), BILLING_API_BASE_URL, [setting]: name }, 'acme')
    expect(wrong).toEqual([expect.stringContaining(expected)])
  })
})
