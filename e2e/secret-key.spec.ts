import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { CSRF_HEADER } from '@/lib/core/request-headers'
import { startProgram } from '../scripts/processes.mjs'
import { PROVE_ONLY, tally } from '../scripts/test/volume.mjs'
import { keyLeak } from './fixtures/key-leak'
import { chooseInMore } from './fixtures/page-parts'
import { fetchSignedIn } from './fixtures/sign-in'
import { startConsole, type TestConsole } from './fixtures/start-console'
import { expect, test } from './fixtures/test'

const FIND = 'Find a subscription, invoice or customer'
interface Received {
  what: string
  text: string
}

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

test('the check finds a planted leak, whole or in part, in every encoding', { tag: PROVE_ONLY }, async ({ demo }) => {
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

  const said: string[] = []
  const script = 'console.log(process.env.KEY); for (let line = 0; line < 1000; line++) console.log("x".repeat(200))'
  const leaking = startProgram('leak', ['-e', script], { ...process.env, KEY: key }, (text) => said.push(text))
  await leaking.exited
  expect(keyLeak(said.join(''), key)).toBeDefined()
})

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
      for (const probe of ['/', '/openapi.json', '/nothing', '/external/subscriptions/%zz/expanded'])
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
  const rawJson = page.getByLabel('Raw JSON', { exact: true })
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
    await chooseInMore(page, 'Raw JSON')
    await expect(rawJson).toBeVisible()
    await page.goBack()
    await expect(rows.first()).toBeVisible()
  }
  await page.getByText('Raw JSON, as the billing API sends it').click()
  await expect(rawJson).toBeVisible()
}

/** Expects the logs of both programs to contain their messages from the first line on, and never the key. */
async function checkLogs(console: TestConsole, expected: readonly string[]): Promise<void> {
  for (const words of ['▲ Next.js', ...expected]) await expect.poll(() => console.output()).toContain(words)
  expect(keyLeak(console.output(), console.serviceKey)).toBeUndefined()
}
