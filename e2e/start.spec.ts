import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { PROVE_ONLY, volume } from '../scripts/test/volume.mjs'
import { addAdmin } from './fixtures/console-command'
import { copyConsoleStore, copyDemoData } from './fixtures/seeded-data'
import { keyLeak } from './fixtures/key-leak'
import { ADMIN, signIn } from './fixtures/sign-in'
import { addressOf, outputOf, processesOn, startCommand, type StartCommand } from './fixtures/start-command'
import { test as base } from './fixtures/worker-test'

interface Fixtures {
  dataDir: string
  /** Runs the start command on `dataDir`. The fixture stops it after the test. */
  start: (settings?: Record<string, string>, command?: [string, ...string[]]) => StartCommand
  /** Another billing API without any data. */
  billingApi: { url: string; requests: IncomingMessage[]; settings: Record<string, string> }
}

/** For a merchant without demo data. */
const WITHOUT_DEMO_DATA = { BILLING_MERCHANT: 'acme' }

/** Copies an existing database, which starts faster. `npm run prove` starts without one. */
async function copyOrNothing(dataDir: string): Promise<void> {
  if (volume({ test: 1, prove: 0 })) await copyDemoData(dataDir)
}

const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern.
  dataDir: async ({}, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'billing-console-start-'))
    await use(dataDir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  },

  start: async ({ dataDir }, use) => {
    const usual = { PORT: '0', BILLING_SERVICE_PORT: '0', DATA_DIR: dataDir }
    await use((settings, command) => startCommand({ ...usual, ...settings }, command))
    for (const pid of processesOn(dataDir).keys()) process.kill(pid, 'SIGKILL')
    await expect(() => expect(processesOn(dataDir)).toEqual(new Map())).toPass()
  },

  // oxlint-disable-next-line no-empty-pattern -- as above
  billingApi: async ({}, use) => {
    const requests: IncomingMessage[] = []
    const server = createServer((request, response) => {
      requests.push(request)
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"no such thing"}')
    })
    const url = `http://127.0.0.1:${await listen(server, 0)}`
    await use({ url, requests, settings: { BILLING_API_BASE_URL: url, BILLING_API_KEY: 'sk_of_another_api' } })
    server.closeAllConnections()
    server.close()
  },
})

test.describe('with our own service', () => {
  test.setTimeout(240_000)

  test(
    'makes its data and starts after a first run that was killed half way',
    { tag: PROVE_ONLY },
    async ({ start }) => {
      const killed = start()
      await outputOf(killed, 'demo data')
      killed.kill('SIGKILL')
      await killed.exited

      const first = start()
      await addressOf(first)
      expect(first.output()).toContain('First run')
    },
  )

  test('starts on demo data, prints its URL, and stops on SIGTERM', async ({ dataDir, start, request }) => {
    await copyOrNothing(dataDir)
    const first = start()
    const consoleUrl = await addressOf(first)
    const serviceUrl = /Billing API +(\S+)/.exec(first.output())?.[1] ?? ''

    expect(first.output()).toMatch(new RegExp(`${consoleUrl}/customers/\\S+/transactions  \\S`))
    expect(first.output()).toMatch(new RegExp(`${consoleUrl}/subscriptions/\\S+  \\S`))
    expect(first.output()).toMatch(new RegExp(`${consoleUrl}/invoices/\\S+  \\S`))
    for (const url of [`${consoleUrl}/healthz`, `${serviceUrl}/healthz`, `${serviceUrl}/readyz`]) {
      expect((await request.get(url)).status(), url).toBe(200)
    }
    const [, invoicePath = ''] = /(\/invoices\/\S+)/.exec(first.output()) ?? []
    expect((await request.get(`${consoleUrl}/api${invoicePath}`)).status()).toBe(200)
    const keyFile = join(dataDir, 'start/embedded/demo.key')
    expect((await stat(keyFile)).mode & 0o077, 'the key is for its owner only').toBe(0)
    expect(processesOn(dataDir).size).toBeGreaterThanOrEqual(3)
    expect(first.output()).toContain('none: open on demo data, as demo@localhost (admin)')

    // The first page starts to read the demo data.
    expect((await request.get(consoleUrl)).status()).toBe(200)
    for (const list of ['customers', 'subscriptions', 'invoices']) {
      const rows = async () => (await (await request.get(`${consoleUrl}/api/${list}`)).json()).count
      await expect.poll(rows, { timeout: 60_000, message: list }).toBeGreaterThan(10)
    }
    const activity = await (await request.get(`${consoleUrl}/api/activity?actor=Start`)).json()
    expect(activity.entries).toHaveLength(3)

    first.kill('SIGTERM')
    expect(await first.exited).toBe(0)
    expect(processesOn(dataDir)).toEqual(new Map())
    const key = (await readFile(keyFile, 'utf8')).trim()
    expect(keyLeak(first.output(), key), 'the key is not printed').toBeUndefined()
  })

  // In `npm test` by ports.test.ts.
  test('restarts on the next free port, with the same ids', { tag: PROVE_ONLY }, async ({ dataDir, start }) => {
    await copyOrNothing(dataDir)
    const first = start()
    await addressOf(first)
    first.kill('SIGTERM')
    await first.exited
    const other = createServer()
    // From here on port 3000 is busy.
    await listen(other, 3000).catch(() => undefined)
    const second = start({ PORT: '' })
    const { port } = new URL(await addressOf(second))
    other.close()
    expect(Number(port)).toBeGreaterThan(3000)
    expect(second.output()).toContain(`Port 3000 is busy: the console takes ${port}.`)
    expect(second.output()).not.toMatch(/First run|Installing|Building/)
    expect(idsIn(second.output())).toEqual(idsIn(first.output()))
    second.kill('SIGINT')
    expect(await second.exited).toBe(0)
    expect(processesOn(dataDir)).toEqual(new Map())
  })

  test(
    'stops the console, with an exit code, when the service dies',
    { tag: PROVE_ONLY },
    async ({ dataDir, start }) => {
      await copyOrNothing(dataDir)
      const command = start(WITHOUT_DEMO_DATA)
      await addressOf(command)
      const [service] = [...processesOn(dataDir)].find(([, line]) => line.includes('billing.mjs serve')) ?? []
      // Without a pid, kill would end the test process group itself.
      if (service === undefined) throw new Error('There is no billing service.')
      process.kill(service, 'SIGKILL')
      expect(await command.exited).toBe(1)
      expect(command.output()).toContain('The billing service ended by itself (SIGKILL).')
      await expect(() => expect(processesOn(dataDir)).toEqual(new Map())).toPass()
    },
  )

  test('leaves nothing running even when it is killed', { tag: PROVE_ONLY }, async ({ dataDir, start }) => {
    await copyOrNothing(dataDir)
    const command = start(WITHOUT_DEMO_DATA)
    await addressOf(command)
    command.kill('SIGKILL')
    await expect(() => expect(processesOn(dataDir)).toEqual(new Map())).toPass()
  })
})

test.describe('with another billing API', () => {
  test.beforeEach(async ({ dataDir }) => {
    if (volume({ test: 1, prove: 0 })) await copyConsoleStore(dataDir)
  })

  test('calls that API with its key, starts no service, and stops every process when npm gets the signal', async ({
    dataDir,
    start,
    billingApi,
    request,
  }) => {
    const command = start({ ...billingApi.settings, CONSOLE_NO_SUCH_SETTING: '1' }, ['npm', 'start'])
    const consoleUrl = await addressOf(command)
    expect(command.output()).toContain(`Billing API      ${billingApi.url}`)

    // There is no user, and standard output is no terminal, so it prints how to make a link instead of the link.
    expect(command.output()).toContain('"npm run console -- setup-link" makes a link for the first admin')
    expect(command.output()).not.toContain('token=')
    expect(command.output()).toContain('There is no setting CONSOLE_NO_SUCH_SETTING.')
    expect((await request.get(`${consoleUrl}/api/invoices/inv_1`)).status()).toBe(401)
    // The command line works beside the running console.
    await addAdmin({ dataDir })
    const cookie = await signIn(consoleUrl, ADMIN)
    await request.get(`${consoleUrl}/api/invoices/inv_1`, { headers: { cookie } })
    expect(billingApi.requests.map(({ url, headers }) => [url, headers['x-api-key']])).toContainEqual([
      '/external/invoices/inv_1/with-line-items',
      'sk_of_another_api',
    ])
    const lines = [...processesOn(dataDir).values()]
    expect(lines.filter((line) => /billing\.mjs serve|service\/cli\.ts/.test(line))).toEqual([])

    command.kill('SIGTERM')
    await command.exited
    await expect(() => expect(processesOn(dataDir)).toEqual(new Map())).toPass()
  })

  test(
    'refuses what is not safe for others, once and all of it',
    { tag: PROVE_ONLY },
    async ({ start, billingApi }) => {
      const command = start({ ...billingApi.settings, CONSOLE_ORIGIN: 'http://billing.example.com' })
      expect(await command.exited).toBe(1)
      for (const problem of [
        'CONSOLE_ORIGIN is not https',
        'There is no way to sign in',
        'CONSOLE_DATABASE_URL is not set',
        'CONSOLE_TRUSTED_PROXIES is not set',
      ])
        expect(command.output().split(problem), problem).toHaveLength(2)
    },
  )

  // In `npm test` by ports.test.ts.
  test('rejects a requested port that is busy', { tag: PROVE_ONLY }, async ({ start, billingApi }) => {
    const { port } = new URL(billingApi.url)
    const command = start({ ...billingApi.settings, PORT: port })
    expect(await command.exited).toBe(1)
    expect(command.output()).toContain(`Port ${port} (PORT) is busy.`)
  })

  test(
    'refuses a data directory in use, and takes over one whose owner is dead',
    { tag: PROVE_ONLY },
    async ({ start, billingApi }) => {
      // Starts two consoles, one after the other.
      test.setTimeout(180_000)
      const first = start(billingApi.settings)
      await addressOf(first)

      const second = start(billingApi.settings)
      expect(await second.exited).toBe(1)
      expect(second.output()).toContain(`in use by another "npm start" (process ${first.pid})`)

      first.kill('SIGKILL')
      await first.exited
      await addressOf(start(billingApi.settings))
    },
  )
})

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Returns the printed ids to try, without the port, which differs between runs. */
function idsIn(output: string): string[] {
  return [...output.matchAll(/^ {2}http:\/\/[^/]+(\/.+)$/gm)].map(([, id = '']) => id)
}
