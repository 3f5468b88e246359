import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { CSRF_HEADER } from '@/contract/console/request-headers'
import { startProgram } from '../scripts/processes.mjs'
import { PROVE_ONLY, tally } from '../scripts/test/volume.mjs'
import { keyLeak } from './fixtures/key-leak'
import { fetchSignedIn } from './fixtures/sign-in'
import { startConsole, type TestConsole } from './fixtures/start-console'
import { expect, test } from './fixtures/test'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'
import { startFakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'

const FIND = 'Find a subscription, invoice or customer'
/** Every printable ASCII character that JSON may or must escape. */
const AWKWARD_KEY = 'sk/"echo\\key"/+<&>\'0123456789-abcdefghij'

interface Received {
  what: string
  text: string
}

/** The statuses of the echo: two with the API's own message, then those with the console's message. */
const STATUSES = [200, 409, 400, 401, 429, 500]

/** Requests besides the HTML: the page data for a navigation, a prefetch and its tree, and an unknown server action. */
const DATA_REQUESTS: Record<string, string>[] = [
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { 'next-action': 'none' },
]
/** The number of pages whose data are requested. The first pages contain the most. */
const PAGES_WITH_DATA = 20

const headersOf = (headers: Iterable<[string, string]>) => [...headers].map((line) => line.join(': ')).join('\n')

/** Lists the received parts that contain the key. */
const leaks = (received: readonly Received[], key: string) =>
  received.filter(({ text }) => keyLeak(text, key) !== undefined).map(({ what }) => what)

/** Records everything that the page receives: headers and bodies of documents, scripts, styles and data. */
async function keepReceived(page: Page): Promise<Received[]> {
  const received: Received[] = []
  await page.route('**/*', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 })
    const text = `${headersOf(Object.entries(response.headers()))}\n\n${await response.text()}`
    received.push({ what: `${route.request().method()} ${response.url()}`, text })
    await route.fulfill({ response })
  })
  return received
}

/** Sends a request without a browser and records the response. */
async function ask(url: string, init: RequestInit = {}): Promise<Received> {
  const response = await fetchSignedIn(url, { redirect: 'manual', ...init })
  const what = `${init.method ?? 'GET'} ${url} ${JSON.stringify(init.headers ?? {})}`
  return { what, text: `${response.status}\n${headersOf(response.headers)}\n\n${await response.text()}` }
}

const write = (consoleUrl: string, path: string, method: 'POST' | 'DELETE', body: object) =>
  ask(consoleUrl + path, {
    method,
    headers: { origin: consoleUrl, 'content-type': 'application/json', [CSRF_HEADER.name]: CSRF_HEADER.value },
    body: JSON.stringify(body),
  })

const segment = encodeURIComponent
const pagesOf = (subscription: string, invoice: string, customer: string) => [
  `/subscriptions/${segment(subscription)}`,
  `/invoices/${segment(invoice)}`,
  `/customers/${segment(customer)}/transactions?page=2`,
  `/customers/${segment(customer)}/balance`,
  '/',
  '/subscriptions',
  '/invoices',
  '/customers',
  `/find?id=${segment(invoice)}`,
  '/subscriptions/nobody',
  '/invoices/nobody',
  '/customers/nobody/transactions',
  '/no/such/page',
  '/subscriptions/%zz',
  '/subscriptions/%01',
]

/** Requests each page as HTML, as navigation data and as prefetch data, and each operation of the console's API. */
async function askEverything(consoleUrl: string, pages: readonly string[]): Promise<Received[]> {
  const apis = pages.filter((path) => path.split('/').length > 2).flatMap((path) => [`/api${path}`, rawOf(path)])
  const received: Received[] = []
  for (const [index, path] of pages.entries())
    for (const headers of index < PAGES_WITH_DATA ? [{}, ...DATA_REQUESTS] : [{}])
      received.push(await ask(consoleUrl + path, { headers }))
  for (const path of [...apis, '/healthz', '/readyz']) received.push(await ask(consoleUrl + path))
  received.push(await write(consoleUrl, '/api/find', 'POST', { id: 'nobody' }))
  return received
}

const rawOf = (path: string) => `/api${path.replace(/(\?|$)/, '/raw$1')}`

/** Returns every file that is served below /_next/static, with its name. */
function bundles(folder = '.next/static'): Received[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory()
      ? bundles(path)
      : [{ what: path, text: `${path}\n${readFileSync(path, 'latin1')}` }]
  })
}

/** The ways in which an API may encode the key in JSON. */
const WRITINGS: Record<string, (key: string) => string> = {
  plain: (key) => JSON.stringify(key),
  slashes: (key) => JSON.stringify(key).replaceAll('/', '\\/'),
  percents: (key) => JSON.stringify(encodeURIComponent(key)),
  base64: (key) => JSON.stringify(Buffer.from(`user:${key}`).toString('base64')),
  escapes: (key) => `"${key.replaceAll(/./g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)}"`,
}

/** Starts a billing API that repeats the received key in headers and bodies, of successes and of errors. */
async function startEcho(): Promise<{ url: string; server: Server }> {
  const server = createServer(({ url = '', headers }, response) => {
    const [, id = '', status = '200', writing = 'plain'] = /\/((\d{3})-(\w+))/.exec(url) ?? []
    response.writeHead(Number(status), { 'content-type': 'application/json', 'x-echo': keyIn(headers) })
    const key = WRITINGS[writing]?.(keyIn(headers)) ?? '""'
    response.end(
      `{"id":"${id}","planId":${key},"status":${key},"message":${key},"plan":{"name":${key},"description":${key}},${key}:1}`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return { url: `http://127.0.0.1:${address.port}`, server }
}

const keyIn = (headers: IncomingHttpHeaders) => String(headers['x-api-key'])

test(
  'the check finds a planted leak, whole or in part, in every encoding',
  { tag: PROVE_ONLY },
  async ({ page, demo }) => {
    const key = demo.serviceKey
    const percents = key.replaceAll(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`)
    const encoded = ['', 'a', 'ab'].map((before) => Buffer.from(`${before}${key} and more`).toString('base64'))
    const writings = Object.values(WRITINGS).map((written) => written(key))
    for (const form of [
      ...writings,
      key.slice(-24),
      key.slice(3, 27),
      percents,
      Buffer.from(key).toString('hex'),
      ...encoded,
    ])
      expect(keyLeak(`before ${form} behind`, key), form).toBeDefined()
    expect(keyLeak(`sk_ and ${key.slice(0, 8)}`, key)).toBeUndefined()

    const { url, server } = await startEcho()
    const received = await keepReceived(page)
    await page.setExtraHTTPHeaders({ 'x-api-key': key })
    await page.goto(`${url}/200-escapes`)
    expect(leaks(received, key)).toEqual([`GET ${url}/200-escapes`])
    server.close()

    const said: string[] = []
    const script = 'console.log(process.env.KEY); for (let line = 0; line < 1000; line++) console.log("x".repeat(200))'
    const leaking = startProgram('leak', ['-e', script], { ...process.env, KEY: key }, (text) => said.push(text))
    await leaking.exited
    expect(keyLeak(said.join(''), key)).toBeDefined()
  },
)

test(
  'nothing that a browser receives from page to page holds the key, nor does a log',
  { tag: PROVE_ONLY },
  async ({ page }) => {
    test.setTimeout(180_000)
    const console = await startConsole({ env: { LOG_LEVEL: 'debug' } })
    try {
      const received = await keepReceived(page)
      const { consoleUrl, serviceKey, ids } = console
      const idOf = (kind: string) => ids.find((candidate) => candidate.kind === kind)?.id ?? ''
      await workThrough(page, consoleUrl, idOf('customer'))
      received.push(
        ...(await askEverything(consoleUrl, pagesOf(idOf('subscription'), idOf('invoice'), idOf('customer')))),
      )
      received.push(
        await write(consoleUrl, '/api/subscriptions/sub_globex', 'DELETE', { reason: 'Active: it is refused' }),
        await write(consoleUrl, '/api/subscriptions/nobody/cancel', 'POST', { reason: 'There is none' }),
        await write(consoleUrl, '/api/subscriptions/nobody/cancel', 'POST', { why: 'Not a field' }),
      )
      for (const probe of ['/', '/openapi.json', '/docs', '/nothing', '/external/subscriptions/%zz/expanded'])
        received.push(await ask(console.serviceUrl + probe, { headers: { 'x-api-key': serviceKey } }))

      expect(received.filter(({ what }) => what.includes('/_next/static/')).length).toBeGreaterThan(5)
      expect(received.length).toBeGreaterThan(100)
      const files = bundles()
      expect(leaks([...received, ...files], serviceKey)).toEqual([])
      tally('answers and files searched for the key', received.length + files.length)
      await checkLogs(console, [
        '"msg":"listening"',
        '"operation":"listTransactions"',
        '"event":"change"',
        '"route":"/external/',
      ])
    } finally {
      // Its connections, kept alive, would hold the console up.
      await page.request.dispose()
      await console.stop()
    }
  },
)

/** Goes through the main flow: Find, customer, ledger, a row's menu and dialog, subscription and invoice, with raw JSON. */
async function workThrough(page: Page, consoleUrl: string, customer: string): Promise<void> {
  await page.goto(consoleUrl)
  await page.getByRole('combobox', { name: FIND }).fill(customer)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Customer' }).getByRole('link', { name: 'Transactions' }).click()
  const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('row')
  const row = rows.filter({ has: page.getByRole('link') }).first()
  await row.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Cancel subscription' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ticket 4711')
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled' })).toBeVisible()
  for (const item of ['Open subscription', 'Open invoice']) {
    await row.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(rows.first()).toBeHidden()
    await openRawJson(page)
    await page.goBack()
    await expect(rows.first()).toBeVisible()
  }
  await openRawJson(page)
}

async function openRawJson(page: Page): Promise<void> {
  await page.getByText('Raw JSON, as the billing API sends it').click()
  await expect(page.getByLabel('Raw JSON', { exact: true })).toBeVisible()
}

/** Expects the logs of both programs to contain their messages from the first line on, and never the key. */
async function checkLogs(console: TestConsole, expected: readonly string[]): Promise<void> {
  for (const words of ['▲ Next.js', ...expected]) await expect.poll(() => console.output()).toContain(words)
  expect(keyLeak(console.output(), console.serviceKey)).toBeUndefined()
}

/** Settings for an API that fails on purpose: an open circuit breaker would block further requests. */
const FAILING = { LOG_LEVEL: 'debug', BILLING_API_BREAKER_CALLS: '1000000' }

test(
  'an API that does everything otherwise, or fails, makes no difference',
  { tag: PROVE_ONLY },
  async ({ startConsoleFor }) => {
    const other = await startFakeBillingApi()
    try {
      const { subscription, invoice, customer, fault } = SCENARIO_IDS
      const console = await startConsoleFor(other, FAILING)
      const broken = Object.values(fault).filter((id) => id !== fault.slow && id !== fault.deep)
      const received = await askEverything(console.consoleUrl, [
        ...pagesOf(subscription.hostile, invoice.hostile, customer.acme),
      ])
      for (const id of broken) {
        received.push(await ask(`${console.consoleUrl}/subscriptions/${id}`))
        received.push(
          await write(console.consoleUrl, `/api/subscriptions/${id}/cancel`, 'POST', { reason: 'It is broken' }),
        )
      }
      expect(leaks([...received, ...bundles()], other.key)).toEqual([])
      await checkLogs(console, ['"code":"key_not_accepted"', '"state":"UNKNOWN"'])
    } finally {
      await other.close()
    }
  },
)

// In `npm test` by lib/server/billing-api/without-key.test.ts.
test('an API that says the key back is cut, however it writes it', { tag: PROVE_ONLY }, async ({ startConsoleFor }) => {
  const echo = await startEcho()
  try {
    const console = await startConsoleFor({ url: echo.url, key: AWKWARD_KEY }, FAILING)
    const received: Received[] = []
    for (const writing of Object.keys(WRITINGS))
      for (const id of STATUSES.map((status) => `${status}-${writing}`)) {
        const paths = [`/subscriptions/${id}`, `/invoices/${id}`, `/customers/${id}/transactions`]
        received.push(...(await askEverything(console.consoleUrl, paths.slice(0, 1))))
        for (const path of paths.slice(1)) received.push(await ask(`${console.consoleUrl}/api${path}`))
        received.push(
          await write(console.consoleUrl, `/api/subscriptions/${id}/cancel`, 'POST', { reason: 'It echoes' }),
          await write(console.consoleUrl, `/api/subscriptions/${id}`, 'DELETE', { reason: 'It echoes' }),
        )
      }
    expect(received.filter(({ text }) => text.includes('[key]')).length).toBeGreaterThan(30)
    expect(leaks([...received, ...bundles()], AWKWARD_KEY)).toEqual([])
    await checkLogs(console, ['"code":"refused"'])
  } finally {
    echo.server.close()
  }
})
