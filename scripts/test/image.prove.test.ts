import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readSource } from '@/testing/deploy/deploy-files'
import { layOutImages } from '@/testing/deploy/lay-out-image'
import { filesIn, imageOf, memoryMb, sizeMb, type Image } from '@/testing/deploy/run-image'
import { builtCommit } from '../build/sources.mjs'
import { choosePort } from '../start/ports.mjs'
import { findPostgres } from './machine.mjs'
import { ROOT } from '../command.mjs'
import type { Program } from '../processes.mjs'
import { startTestPostgres } from './test-postgres.mjs'

/*
 * Does what the images do, without a container engine: every COPY and RUN of deploy/Dockerfile in an empty directory, then
 * both programs on that read-only tree, as another user when we are root, on PostgreSQL. It differs from an image in the
 * version of Node, and in that the rest of this machine's file system is there.
 */

const MINUTES = 60_000
vi.setConfig({ testTimeout: 2 * MINUTES })

/** Bounds of what docs/deploy.md says, in MB: without Node itself, and at rest. */
const MOST = { service: { size: 4, memory: 130 }, console: { size: 125, memory: 250 } }
const STOP_TIMEOUT_MS = 10_000
/** What no image holds. */
const NOT_INSIDE =
  /node_modules\/(npm|esbuild|tsx|tailwindcss|typescript|@img|@electric-sql)\/|\.test\.|^(?!.*node_modules).*\.tsx?$|(^|\/)(e2e|testing|\.env)/

const ADMIN = { email: 'admin@example.com', password: 'a long password of this test' }

// Not in TMPDIR: the user of the image must reach it.
const folder = mkdtempSync('/tmp/billing-image-')
const NAMES = ['service', 'console'] as const
type Name = (typeof NAMES)[number]
const images: Partial<Record<Name, Image>> = {}
/** Stands for an OpenTelemetry collector. */
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    spans.push(body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})
const spans: string[] = []
let postgres: Awaited<ReturnType<typeof startTestPostgres>>
let settings: Record<Name, Record<string, string>>
const ports: Record<Name, string> = { service: '', console: '' }
const running: Partial<Record<Name, Program>> = {}

const urlOf = (name: Name) => `http://127.0.0.1:${ports[name]}`

function image(name: Name): Image {
  const found = images[name]
  if (!found) throw new Error(`The image "${name}" is not built`)
  return found
}

/** Starts a program and waits until its HEALTHCHECK succeeds. */
async function start(name: Name): Promise<void> {
  const program = image(name).start(settings[name])
  running[name] = program
  const checkHealth = async () => {
    if (!(await image(name).isHealthy(settings[name])))
      throw new Error(`The ${name} is not healthy:\n${program.lastOutput()}`)
  }
  await vi.waitFor(checkHealth, { timeout: MINUTES, interval: 200 })
}

/** Runs one of the programs of an image. @throws Error with its output when it fails */
async function run(name: Name, args: readonly string[], input = ''): Promise<string> {
  const { code, stdout, stderr } = await image(name).run(args, settings[name], input)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${stderr}`)
  return stdout
}

const freePort = async () =>
  String(await choosePort({ port: 0, explicit: true }, { name: 'test', setting: 'PORT', log: () => undefined }))

const socketFolder = () => decodeURIComponent(new URL(postgres.url).hostname)
/** The address of a database as the role that owns it. */
const urlOfDatabase = (name: string) => `postgres://${name}@${encodeURIComponent(socketFolder())}/${name}`

/** Makes the secrets of compose.yaml, and the databases as the container of PostgreSQL does. */
function makeDatabases(): void {
  copyFileSync(join(ROOT, 'deploy/make-secrets.sh'), join(folder, 'make-secrets.sh'))
  execFileSync('sh', [join(folder, 'make-secrets.sh')])
  chmodSync(join(folder, 'secrets'), 0o755)
  const script = readSource('deploy/make-databases.sh')
  execFileSync('sh', ['-c', script.replaceAll('/run/secrets', join(folder, 'secrets'))], {
    stdio: 'ignore',
    env: {
      NODE_ENV: 'production',
      PATH: `${findPostgres() ?? ''}:${process.env.PATH ?? ''}`,
      POSTGRES_USER: 'postgres',
      PGHOST: socketFolder(),
      PGOPTIONS: '-c default_transaction_read_only=off',
    },
  })
}

/** Writes a secret to a file, as an orchestrator mounts it. */
function secret(name: string, value: string): string {
  const file = join(folder, name)
  writeFileSync(file, `${value}\n`, { mode: 0o444 })
  return file
}

beforeAll(async () => {
  chmodSync(folder, 0o755)
  const stages = layOutImages(folder, { COMMIT: builtCommit() })
  for (const name of NAMES) {
    const stage = stages.get(name)
    if (!stage) throw new Error(`deploy/Dockerfile has no stage "${name}"`)
    images[name] = imageOf(name, stage)
    execFileSync('chmod', ['-R', 'a-w,a+rX', stage.root])
  }
  postgres = await startTestPostgres()
  // Its socket: the user of the image must reach it.
  chmodSync(socketFolder(), 0o755)
  makeDatabases()
  mkdirSync(join(folder, 'shared'))
  chmodSync(join(folder, 'shared'), 0o777)
  const collectorPort = await freePort()
  collector.listen(Number(collectorPort), '127.0.0.1')
  await once(collector, 'listening')
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${collectorPort}`
  for (const name of NAMES) ports[name] = await freePort()
  settings = {
    service: {
      OTEL_EXPORTER_OTLP_ENDPOINT,
      BILLING_METRICS_PORT: await freePort(),
      BILLING_SERVICE_HOST: '127.0.0.1',
      BILLING_SERVICE_PORT_FILE: secret('billing_service_port', ports.service),
      BILLING_DATABASE_URL_FILE: secret('billing_database_url', urlOfDatabase('billing')),
    },
    console: {
      OTEL_EXPORTER_OTLP_ENDPOINT,
      CONSOLE_METRICS_PORT: await freePort(),
      HOSTNAME: '127.0.0.1',
      PORT_FILE: secret('port', ports.console),
      LOCAL_AUTH: '1',
      CONSOLE_DATABASE_URL_FILE: secret('console_database_url', urlOfDatabase('console')),
      BILLING_API_KEY_FILE: join(folder, 'shared/key'),
    },
  }
  settings.console.BILLING_API_BASE_URL = urlOf('service')
}, 20 * MINUTES)

afterAll(async () => {
  await Promise.all(Object.values(running).map((program) => program.stop()))
  collector.close()
  await postgres?.stop()
  execFileSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
}, 5 * MINUTES)

describe.each(NAMES)('the image of the %s', (name) => {
  it('holds no build tools, development dependencies, tests and secrets, and stays small', () => {
    const files = filesIn(image(name).root)
    expect(files).not.toEqual([])
    expect(files.filter((file) => NOT_INSIDE.test(file))).toEqual([])
    const { devDependencies }: { devDependencies: Record<string, string> } = JSON.parse(readSource('package.json'))
    const isInside = (dependency: string) => files.some((file) => file.includes(`node_modules/${dependency}/`))
    expect(Object.keys(devDependencies).filter(isInside)).toEqual([])
    const size = sizeMb(image(name).root)
    console.log(`The files of the ${name} take ${size} MB.`)
    expect(size).toBeLessThanOrEqual(MOST[name].size)
  })
})

describe('the images together', () => {
  it('migrate, load data and make a key before the programs run', async () => {
    // As in deploy/kubernetes/base/migrate.yaml: the key of the console comes later.
    const { BILLING_API_KEY_FILE: _, ...settingsOfJob } = settings.console
    const migrated = { code: 0, stdout: 'The schema is up to date.\n' }
    expect(await image('service').run(['programs/billing.mjs', 'migrate'], settings.service)).toMatchObject(migrated)
    expect(await image('console').run(['programs/console.mjs', 'migrate'], settingsOfJob)).toMatchObject(migrated)
    const ids = await run('service', ['programs/billing.mjs', 'seed'])
    expect(ids).toContain('inv_globex_overdue')
    const key = 'programs/billing.mjs keys create --merchant demo --type secret --to'.split(' ')
    const makeKey = () => run('service', [...key, settings.console.BILLING_API_KEY_FILE ?? ''])
    await makeKey()
    await makeKey()
    expect((await run('service', ['programs/billing.mjs', 'keys', 'list'])).trim().split('\n')).toHaveLength(1)
  })

  it('start healthy on a read-only tree, and need little memory at rest', async () => {
    expect(await image('console').isHealthy(settings.console)).toBe(false)
    for (const name of NAMES) await start(name)
    for (const path of ['/healthz', '/readyz'])
      for (const name of NAMES) expect((await fetch(urlOf(name) + path)).status).toBe(200)
    for (const name of NAMES)
      expect(await (await fetch(`${urlOf(name)}/healthz`)).json()).toMatchObject({ commit: builtCommit().slice(0, 12) })
    expect(await (await fetch(`${urlOf('console')}/readyz`)).json()).toEqual({ status: 'ready' })
    for (const name of NAMES) {
      const memory = () => memoryMb(running[name]?.pid ?? 0)
      // What the start allocated is there until the garbage collector runs, which depends on the build by 30 MB.
      await expect.poll(memory, { timeout: 90_000, interval: 2_000 }).toBeLessThanOrEqual(MOST[name].memory)
      console.log(`The ${name} takes ${memory()} MB of memory at rest, on Node ${process.version}.`)
    }
  })

  it('serve a signed-in admin: pages with their files, a document to print, and a download that the audit keeps', async () => {
    const url = urlOf('console')
    expect(await run('console', ['programs/console.mjs', 'setup-link'])).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/set-up/)
    await run(
      'console',
      ['programs/console.mjs', 'users', 'add', ADMIN.email, '--role', 'admin', '--password-stdin'],
      ADMIN.password,
    )
    const signIn = await fetch(`${url}/api/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: url },
      body: new URLSearchParams(ADMIN),
    })
    const cookie = signIn.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ')
    expect(cookie).toContain('console-session=')

    const get = (path: string) => fetch(url + path, { headers: { cookie } })
    const page = await (await get('/invoices/inv_globex_overdue')).text()
    expect(page).toContain('<h1')
    expect(page).toContain('Line items')
    const files = [...new Set(page.match(/\/_next\/static\/[^"\\]+/g))]
    expect(files.length).toBeGreaterThan(3)
    for (const file of [...files, '/robots.txt']) expect([file, (await get(file)).status]).toEqual([file, 200])

    expect(await (await get('/invoices/inv_globex_overdue/print')).text()).toContain('Line items')
    expect((await get('/api/invoices/inv_globex_overdue/csv')).status).toBe(200)
    expect(await (await get('/activity')).text()).toContain('inv_globex_overdue')
    expect(await run('console', ['programs/console.mjs', 'audit', 'verify'])).toContain('entries')
  })

  it('serve metrics on a port of their own, and send spans to a collector', async () => {
    for (const [port, series] of [
      [settings.service.BILLING_METRICS_PORT, 'billing_request_duration_seconds_count{operation="getInvoice"'],
      [settings.console.CONSOLE_METRICS_PORT, 'console_api_call_duration_seconds_count{operation="getInvoice"'],
    ] as const)
      expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain(series)
    const senders = () => NAMES.filter((name) => spans.some((body) => body.includes(`"billing-${name}"`)))
    await expect.poll(senders, { timeout: 30_000 }).toEqual(NAMES)
  })

  it('stop gracefully within 10 seconds, and have written nothing into their tree', async () => {
    for (const name of ['console', 'service'] as const) {
      const program = running[name]
      const startedMs = performance.now()
      await program?.stop({ timeoutMs: STOP_TIMEOUT_MS })
      expect([name, await program?.exited]).toEqual([name, 'exit code 0'])
      expect(performance.now() - startedMs).toBeLessThan(STOP_TIMEOUT_MS)
      expect(program?.lastOutput()).not.toMatch(/EACCES|EROFS|EPERM|read-only file system|"level":[56]0/)
    }
  })

  it('refuse to start without PostgreSQL for the console, in words', async () => {
    const { CONSOLE_DATABASE_URL_FILE: _, ...withoutStore } = settings.console
    const alone = image('console').start({ ...withoutStore, CONSOLE_ORIGIN: 'https://billing.example.com' })
    await alone.exited
    expect(alone.lastOutput()).toContain('CONSOLE_DATABASE_URL is not set')
  })
})
