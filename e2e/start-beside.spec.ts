import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { PROVE_ONLY } from '../scripts/test/volume.mjs'
import { startFakeBillingApi, type FakeBillingApi } from '@/testing/fake-billing-api/start-fake-billing-api'
import { BILLING_PROGRAMS_DIR, programArgs } from '../scripts/build/programs.mjs'
import { copyConsoleStore, copyDemoData } from './fixtures/seeded-data'
import { addressOf, processesOn, startCommand, type StartCommand } from './fixtures/start-command'

const runFile = promisify(execFile)
const STARTED_MS = 60_000

test.describe.configure({ timeout: 180_000 })

const folders: string[] = []
let api: FakeBillingApi
test.beforeAll(async () => {
  api = await startFakeBillingApi()
})
test.afterEach(async () => {
  for (const folder of folders.splice(0)) {
    for (const pid of processesOn(folder).keys()) process.kill(pid, 'SIGKILL')
    await expect(() => expect(processesOn(folder)).toEqual(new Map())).toPass()
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
})
test.afterAll(() => api.close())

/** A data directory with the console's store in it. */
async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'billing-console-beside-'))
  folders.push(folder)
  await copyConsoleStore(folder)
  return folder
}

const start = (dataDir: string, settings: Record<string, string>, command?: [string, ...string[]]): StartCommand =>
  startCommand({ PORT: '0', BILLING_SERVICE_PORT: '0', DATA_DIR: dataDir, ...settings }, command)
const anotherApi = () => ({ BILLING_API_BASE_URL: api.url, BILLING_API_KEY: api.key })

/** The sign-in page and each script that it names answer 200. */
async function expectPages(consoleUrl: string): Promise<void> {
  expect((await fetch(`${consoleUrl}/healthz`)).status).toBe(200)
  const page = await fetch(`${consoleUrl}/sign-in`)
  expect(page.status).toBe(200)
  const scripts = [...(await page.text()).matchAll(/src="(\/_next\/static\/[^"]+)"/g)].map(([, path]) => path)
  expect(scripts.length).toBeGreaterThan(0)
  for (const path of scripts) expect((await fetch(`${consoleUrl}${path}`)).status, path).toBe(200)
}

test(
  'a second start of the same folder shares the pages, and neither it nor a build removes them',
  { tag: PROVE_ONLY },
  async () => {
    const first = start(await newDataDir(), anotherApi())
    const firstUrl = await addressOf(first)

    const second = start(await newDataDir(), anotherApi())
    await expectPages(await addressOf(second))
    expect(second.output()).not.toContain('Building')

    // A NEXT_PUBLIC_ setting is a part of the build, as the sources are.
    const changed = { ...anotherApi(), NEXT_PUBLIC_OF_A_TEST: '1' }
    const refused = [start(await newDataDir(), changed), start(await newDataDir(), {}, ['npm', 'run', '-s', 'build'])]
    for (const command of refused) {
      expect(await command.exited).toBe(1)
      expect(command.output().trim()).toMatch(
        /^The console is not built: another console of this folder still runs \(process \d+\), and a build would remove its pages\. Stop it, then try again\.$/,
      )
    }
    await expectPages(firstUrl)
  },
)

test('the command of docs/operations.md runs the console alone', { tag: PROVE_ONLY }, async () => {
  const docs = await readFile('docs/operations.md', 'utf8')
  const [, documented = ''] = /```sh[^\n]*\n(BILLING_API_BASE_URL=[^`]+)```/.exec(docs) ?? []
  expect(documented).toContain('BILLING_API_BASE_URL=… BILLING_API_KEY=…')
  const script = documented
    .replace('BILLING_API_BASE_URL=…', `BILLING_API_BASE_URL=${api.url}`)
    .replace('BILLING_API_KEY=…', `BILLING_API_KEY=${api.key}`)
  const port = await freePort()
  const alone = start(await newDataDir(), { PORT: String(port) }, ['sh', '-c', script])
  const consoleUrl = `http://127.0.0.1:${port}`
  await expect(() => expectPages(consoleUrl)).toPass({ timeout: STARTED_MS })
  expect(alone.output()).not.toMatch(/ {4}at /)
  // It holds the pages too, though no start script did it for it.
  const build = start(await newDataDir(), {}, ['npm', 'run', '-s', 'build'])
  expect(await build.exited).toBe(1)
  expect(build.output()).toContain('a build would remove its pages')
})

test(
  'a start whose console cannot open its store ends in a sentence, and the next one uses its key',
  { tag: PROVE_ONLY },
  async () => {
    const dataDir = await newDataDir()
    await copyDemoData(dataDir)
    const acme = { BILLING_MERCHANT: 'acme' }
    const failed = start(dataDir, { ...acme, CONSOLE_DATABASE_URL: 'postgres://127.0.0.1:1/none' })
    expect(await failed.exited).toBe(1)
    expect(failed.output()).toContain('making an API key for merchant "acme"')
    expect(failed.output()).toMatch(
      /The console cannot start\. The database cannot be used \(.+\)\. Check that it runs, and/,
    )
    expect(failed.output()).not.toMatch(/ {4}at /)

    const next = start(dataDir, acme)
    await addressOf(next)
    expect(next.output()).not.toContain('making an API key')
    expect(await keysOf(dataDir, 'acme')).toHaveLength(1)
  },
)

async function keysOf(dataDir: string, merchant: string): Promise<string[]> {
  const env = { ...process.env, BILLING_PROGRAMS_DIR, DATA_DIR: dataDir, BILLING_DATABASE_URL: '', LOG_LEVEL: 'error' }
  const args = [...programArgs('billing'), 'keys', 'list', '--merchant', merchant]
  return (await runFile(process.execPath, args, { env })).stdout.trim().split('\n')
}

/** A port that is free now: the documented command takes one, and does not say which it took. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
