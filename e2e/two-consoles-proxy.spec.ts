import { OTHER_QUERY_NAMES, startFakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'
import { plainEntries, startLedgerApi } from '@/testing/fake-billing-api/start-ledger-api'
import { FAULTS } from '@/testing/fake-billing-api/fault-catalogue'
import { plainSubscription } from '@/testing/fake-billing-api/plain-resources'
import { SCENARIO_IDS } from '@/testing/fake-billing-api/ids'
import { NGINX } from '../scripts/test/machine.mjs'
import { PROVE_ONLY, volume } from '../scripts/test/volume.mjs'
import { type ConsoleGroup, startConsoleGroup, type ConsoleRequests, consoleRequests } from './fixtures/console-group'
import { ADMIN, startSession } from './fixtures/sign-in'
import { startConsole } from './fixtures/start-console'
import { expect, test } from './fixtures/test'
import { signIn } from './fixtures/users'

/* Consoles on one PostgreSQL behind the nginx of docs/deploy.md, which distributes requests in round robin. */

/** Returns why these tests cannot run here; an empty string when they can. */
function whyNoProxy(): string {
  if (process.env.SEEDED_POSTGRES_URL === undefined) return 'PostgreSQL is not installed'
  return NGINX.find() === null ? 'nginx is not installed: apt-get install nginx' : ''
}

test.describe('consoles behind nginx', { tag: PROVE_ONLY }, () => {
  test.beforeEach(() => test.skip(whyNoProxy() !== '', whyNoProxy()))
  test.setTimeout(10 * 60_000)

  test('four consoles serve the main paths without sticky sessions', async ({ page }) => {
    // Its service is changed here, so it is no one else's.
    const demo = await startConsole()
    const billingApi = { url: demo.serviceUrl, key: demo.serviceKey }
    const group = await startConsoleGroup({ billingApi, count: 4 })
    try {
      await page.goto(`${group.url}/subscriptions/sub_globex`)
      await signIn(page, ADMIN.email, ADMIN.password)
      await expect(page.getByRole('treegrid', { name: 'Plan, prices and billables' })).toBeVisible()

      await page.goto(`${group.url}/customers/acme-inc/balance`)
      await expect(page.getByText(/^All [\d,]+ transactions agree$/)).toBeVisible({ timeout: 30_000 })
      await expect(page.getByRole('figure', { name: 'Balance over time' }).locator('svg path').first()).toBeVisible()
      await page.goto(`${group.url}/customers/acme-inc/transactions`)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Export CSV', exact: true }).click(),
      ])
      expect(await download.failure()).toBeNull()

      await page.goto(`${group.url}/invoices/inv_globex_overdue`)
      await expect(page.getByRole('table', { name: 'Line items' })).toBeVisible()

      await page.goto(`${group.url}/subscriptions/sub_koeln`)
      await page.getByRole('main').getByRole('button', { name: 'Cancel subscription' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Cancel subscription?' })
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for by phone')
      await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
      await expect(page.getByRole('status').filter({ hasText: /^Subscription cancelled/ })).toBeVisible()

      await page.goto(`${group.url}/`)
      const box = page.getByRole('combobox', { name: 'Find a subscription, invoice or customer' })
      await box.fill('sub_koeln')
      await box.press('Enter')
      await expect(page).toHaveURL(`${group.url}/subscriptions/sub_koeln`)

      const { read } = consoleRequests(group.url, await cookieOf(group))
      // Every console knows the change, whichever made it.
      const changes = await Promise.all(group.consoleUrls.map((at) => read('/api/changes', at)))
      expect(new Set(changes.map((list) => JSON.stringify(Object(list).changes ?? list))).size).toBe(1)
    } finally {
      await group.stop()
      await demo.stop()
    }
  })

  test('attempts to sign in count together, whichever console takes them', async ({ demo }) => {
    const billingApi = { url: demo.serviceUrl, key: demo.serviceKey }
    const group = await startConsoleGroup({ billingApi, count: 2 })
    try {
      const [one = '', other = ''] = group.consoleUrls
      const attempt = async (at: string) => {
        const startedMs = performance.now()
        const wrong = { email: ADMIN.email, password: 'not the right password' }
        await expect(startSession(at, wrong, { origin: group.url })).rejects.toThrow('was not signed in')
        return performance.now() - startedMs
      }
      // Five attempts are free, then each waits twice as long: 0.5 s, 1 s, 2 s.
      for (const at of [one, other, one, other, one, other, one]) await attempt(at)
      // Alone, it would be the fourth attempt of this console.
      expect(await attempt(other)).toBeGreaterThan(1_900)
    } finally {
      await group.stop()
    }
  })

  test('a rolling restart under load loses no request and no change', async () => {
    const api = await startFakeBillingApi()
    // Long enough that a stop meets changes under way.
    api.faults.inject({ afterMs: 200 }, { operation: 'cancelSubscription' })
    const settings = OTHER_QUERY_NAMES
    const group = await startConsoleGroup({ billingApi: api, count: 2, settings })
    try {
      const load = startLoad(consoleRequests(group.url, await cookieOf(group)), api)
      const stops = []
      for (let round = 0; round < volume({ test: 1, prove: 3 }); round += 1)
        for (const index of [0, 1]) stops.push(await group.restart(index))
      const { failures, reads, changes } = await load.stop()
      expect(failures.slice(0, 10), group.output()).toEqual([])
      expect(stops.filter(({ code, seconds }) => code !== 0 || seconds > 10)).toEqual([])
      expect(reads).toBeGreaterThan(200)
      expect(changes.length).toBeGreaterThan(50)
      const { read } = consoleRequests(group.url, await cookieOf(group))
      for (const { id, changeId } of changes) {
        const stateOf = async () => Object(await read(`/api/changes/${changeId}`)).change.state
        await expect.poll(stateOf, { timeout: 90_000 }).toBe('CONFIRMED')
        expect(api.faults.effects.filter((effect) => effect.id === id)).toHaveLength(1)
      }
      console.log(`${reads} reads and ${changes.length} changes during ${stops.length} restarts`)
    } finally {
      await group.stop()
      await api.close()
    }
  })

  test('a console that stops ends a long export honestly, and leaves a hanging change to the other', async () => {
    const api = await startFakeBillingApi()
    const ledgers = await startLedgerApi()
    ledgers.ledgers.set('acme', plainEntries(50_000))
    ledgers.delayMs = 100
    const changing = await startConsoleGroup({
      billingApi: api,
      count: 2,
      // The console must not give up before it is stopped.
      settings: { BILLING_API_WRITE_TIMEOUT_MS: '30000' },
    })
    const exporting = await startConsoleGroup({ billingApi: ledgers, count: 2 })
    try {
      api.faults.addSubscription('hanging', { ...plainSubscription, endDate: null })
      api.faults.inject(FAULTS['hang-after'] ?? {}, { id: 'hanging', operation: 'cancelSubscription' })
      const changes = consoleRequests(changing.url, await cookieOf(changing))
      const cancelled = changes.ask('/api/subscriptions/hanging/cancel', {
        body: { reason: 'A stop' },
        at: changing.consoleUrls[0],
      })
      await expect.poll(() => api.faults.received.length).toBe(1)

      const exports = consoleRequests(exporting.url, await cookieOf(exporting))
      const file = await exports.ask('/api/customers/acme/transactions/csv', { at: exporting.consoleUrls[0] })
      await exports.ask('/api/customers/acme/ledger', { body: {}, at: exporting.consoleUrls[0] })

      const [changer, exporter] = await Promise.all([changing.stopOne(0), exporting.stopOne(0)])
      expect([changer.code, exporter.code], changing.output() + exporting.output()).toEqual([0, 0])
      expect(Math.max(changer.seconds, exporter.seconds)).toBeLessThan(10)

      expect(await file.text()).toMatch(/Partial: [\d,]+ of 50,000, because the console was stopped; export it again/)
      // The other console goes on with the ledger at once.
      const ledger = async () => Object(await exports.read('/api/customers/acme/ledger', exporting.consoleUrls[1]))
      const { entries, state } = await ledger()
      expect(state).toBe('running')
      await expect.poll(async () => (await ledger()).entries, { timeout: 12_000 }).toBeGreaterThan(entries)

      const { status } = await cancelled
      expect(status).toBe(202)
      const { change } = Object(await (await cancelled).json())
      expect(change.state).toBe('SENT')
      const stateOf = async () =>
        Object(await changes.read(`/api/changes/${change.id}`, changing.consoleUrls[1])).change.state
      await expect.poll(stateOf, { timeout: 15_000 }).toBe('CONFIRMED')
      expect(api.faults.effects).toHaveLength(1)
    } finally {
      await Promise.all([changing.stop(), exporting.stop()])
      await api.close()
      ledgers.close()
    }
  })
})

const cookieOf = ({ url }: ConsoleGroup) => startSession(url)

interface Changed {
  id: string
  changeId: string
}

/** Reads and cancels without a pause, until it is stopped. */
function startLoad({ ask }: ConsoleRequests, api: Awaited<ReturnType<typeof startFakeBillingApi>>) {
  const failures: string[] = []
  const changes: Changed[] = []
  let reads = 0
  const over = new AbortController()
  const { subscription, invoice, customer } = SCENARIO_IDS
  const paths = [
    `/subscriptions/${encodeURIComponent(subscription.active)}`,
    `/api/subscriptions/${encodeURIComponent(subscription.active)}`,
    `/api/invoices/${encodeURIComponent(invoice.active)}`,
    `/api/customers/${encodeURIComponent(customer.acme)}/transactions?page=1&pageSize=20&order=desc`,
    '/api/changes',
  ]
  const attempt = async (what: string, run: () => Promise<Response>): Promise<string | undefined> => {
    try {
      const response = await run()
      const text = await response.text()
      if (response.status === 200 || response.status === 202) return text
      failures.push(`${what}: ${response.status} ${text.slice(0, 300)}`)
    } catch (error) {
      failures.push(`${what}: ${String(error)} ${String(Object(error).cause)}`)
    }
    return undefined
  }
  const readOn = async (first: number) => {
    for (let index = first; !over.signal.aborted; index += 1) {
      const path = paths[index % paths.length] ?? '/'
      await attempt(path, () => ask(path))
      reads += 1
    }
  }
  const cancelOn = async (worker: number) => {
    for (let index = 0; !over.signal.aborted; index += 1) {
      const id = `rolling-${worker}-${index}`
      api.faults.addSubscription(id, { ...plainSubscription, endDate: null })
      const cancelled = { body: { reason: 'A rolling restart' } }
      const text = await attempt(id, () => ask(`/api/subscriptions/${id}/cancel`, cancelled))
      if (text !== undefined) changes.push({ id, changeId: Object(JSON.parse(text)).change.id })
    }
  }
  const running = [readOn(0), readOn(1), readOn(2), cancelOn(0), cancelOn(1)]
  return {
    stop: async () => {
      over.abort()
      await Promise.all(running)
      return { failures, reads, changes }
    },
  }
}
