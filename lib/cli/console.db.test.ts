import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { CONSOLE_ADDRESS_FILE, START_LOCK_FILE } from '@/contract/settings.mjs'
import { takeProcessLock } from '@/database/process-lock.mjs'
import { programArgs } from '@/scripts/build/programs.mjs'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { settings } from '@/lib/core/server/settings'
import { seenObjects } from '@/lib/store/index-schema'
import { auditEntries, oneTimeLinks, users } from '@/lib/store/schema'
import { runConsoleCommand } from './run-console-command'

// Starting a program is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const root = fileURLToPath(new URL('../..', import.meta.url))
/** The program that `npm run console` starts. */
const BY_NPM = ['scripts/start/run-program.mjs', 'console']
const PASSWORD = 'correct horse battery staple'
let store: Awaited<ReturnType<typeof openFreshConsoleStore>>
const before = { CONSOLE_DATABASE_URL: undefined, PORT: undefined, ...settings() }

// The store stays open, as with a running console.
beforeAll(async () => {
  store = await openFreshConsoleStore()
  const { DATA_DIR = settings().DATA_DIR, CONSOLE_DATABASE_URL: url } = store.settings
  // A store that no setting chose is named on stderr.
  vi.stubEnv('DATA_DIR', DATA_DIR)
  Object.assign(settings(), { DATA_DIR, CONSOLE_DATABASE_URL: url === '' ? undefined : url, LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  Object.assign(settings(), before)
  await store.close()
})

/** Runs a command in this process. */
async function run(...args: string[]) {
  const printed = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).flatMap((name) => [
    vi.spyOn(console, name === 'stdout' ? 'log' : 'error').mockImplementation((line) => {
      printed[name] += `${String(line)}\n`
    }),
    vi.spyOn(process[name], 'write').mockImplementation((part) => {
      printed[name] += String(part)
      return true
    }),
  ])
  try {
    return { code: await runConsoleCommand(args), ...printed }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Runs the bundled program, as for `npm start`, with text on its standard input. */
async function runProgram(
  input: string,
  args: string[],
  environment: Record<string, string> = store.settings,
  command: readonly string[] = programArgs('console'),
) {
  const env = { ...process.env, LOG_LEVEL: 'silent', ...environment }
  const program = spawn(process.execPath, [...command, ...args], { cwd: root, env })
  program.stdin.end(input)
  const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr), once(program, 'close')])
  return { code: program.exitCode, stdout, stderr }
}

const add = (email: string, role: string, password: string) =>
  runProgram(password, ['users', 'add', email, '--role', role, '--password-stdin'])

test('prints the arguments and an example of every command', async () => {
  const commands = ['add', 'list', 'role', 'disable', 'enable', 'password'].map((name) => ['users', name])
  for (const command of [...commands, ['setup-link'], ['migrate'], ['doctor'], ['read']]) {
    const { code, stdout } = await run(...command, '--help')
    expect([code, stdout]).toEqual([0, expect.stringContaining('Example:\n  npm run ')])
  }
  expect((await run('users', 'add', 'ann@example.com', '--role', 'admin')).stderr).toContain('--password-stdin')
})

test('adds the first admin by a link or on the command line', async () => {
  const link = await run('setup-link', '--url', 'http://127.0.0.1:3001')
  expect([link.code, link.stderr]).toEqual([0, ''])
  expect(link.stdout).toMatch(/^http:\/\/127\.0\.0\.1:3001\/set-up\?token=[\w-]{43}\n$/)
  const made = await store.db.select().from(oneTimeLinks)
  expect(made).toHaveLength(1)
  for (const address of ['console.example.com', 'localhost:3000', 'ftp://console.example.com', ''])
    expect(await run('setup-link', '--url', address)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Enter an http or https address'),
    })
  expect(await store.db.select().from(oneTimeLinks)).toEqual(made)
  settings().CONSOLE_ORIGIN = 'https://console.example.com'
  const withoutPasswords = await run('setup-link')
  expect(withoutPasswords).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('Passwords are off.') })
  expect(await run('setup-link', '--if-needed')).toEqual({ code: 0, stdout: '', stderr: '' })
  settings().LOCAL_AUTH = '1'
  expect((await run('setup-link')).stdout).toMatch(/^https:\/\/console\.example\.com\/set-up\?/)
  Object.assign(settings(), { CONSOLE_ORIGIN: undefined, LOCAL_AUTH: undefined })
  settings().PORT = 3300
  expect((await run('setup-link')).stdout).toMatch(/^http:\/\/127\.0\.0\.1:3300\/set-up\?/)
  settings().PORT = 0
  expect((await run('setup-link')).stdout).toMatch(/^http:\/\/127\.0\.0\.1:3000\/set-up\?/)
  const { DATA_DIR } = settings()
  onTestFinished(() => void (settings().DATA_DIR = DATA_DIR))
  const dataDir = store.settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'setup-link-'))
  onTestFinished(() => rmSync(join(dataDir, CONSOLE_ADDRESS_FILE)))
  settings().DATA_DIR = dataDir
  writeFileSync(join(dataDir, CONSOLE_ADDRESS_FILE), 'http://127.0.0.1:3007')
  // Left by a start that was killed.
  expect((await run('setup-link')).stdout).toMatch(/^http:\/\/127\.0\.0\.1:3000\/set-up\?/)
  const lock = takeProcessLock(join(dataDir, START_LOCK_FILE))
  onTestFinished(() => ('release' in lock ? lock.release() : undefined))
  expect((await run('setup-link')).stdout).toMatch(/^http:\/\/127\.0\.0\.1:3007\/set-up\?/)

  expect(await add('Ann@Example.com', 'agent', PASSWORD)).toMatchObject({
    code: 1,
    stderr: 'error: The first user must be an admin, who can add the others.\n',
  })
  expect(await add('Ann@Example.com', 'admin', 'too short\n')).toMatchObject({ code: 1, stdout: '' })
  expect(await add('Ann@Example.com', 'admin', `${PASSWORD}\n`)).toEqual({
    code: 0,
    stdout: 'Added ann@example.com as admin.\n',
    stderr: '',
  })
  const [ann] = await store.db.select().from(users)
  expect(ann).toMatchObject({
    email: 'ann@example.com',
    role: 'admin',
    passwordHash: expect.stringMatching(/^scrypt\$/),
  })
  expect(await run('setup-link')).toMatchObject({ code: 1, stdout: '' })
  expect(await run('setup-link', '--if-needed')).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('lists and changes users, and keeps the last admin', async () => {
  await store.db.insert(users).values([
    { id: 'usr_ann', email: 'boss@example.com', role: 'admin', createdAt: '2027-01-05T09:00:00.000Z' },
    { id: 'usr_odd', email: 'odd\u001B[2J@example.com', role: 'viewer', createdAt: '2027-01-05T09:00:00.000Z' },
  ])
  expect((await run('users', 'list', 'boss')).stdout).toBe(
    'boss@example.com\tadmin\tenabled\tnone\t2027-01-05T09:00:00.000Z\t-\n',
  )
  expect((await run('users', 'list', 'odd')).stdout).toContain('odd\\u001b[2J@example.com')
  expect(await run('users', 'role', 'boss@example.com', 'agent')).toEqual({
    code: 0,
    stdout: 'boss@example.com is enabled, as agent.\n',
    stderr: '',
  })
  expect((await run('users', 'disable', 'boss@example.com')).stdout).toContain('disabled')
  expect((await run('users', 'enable', 'boss@example.com')).stdout).toContain('enabled, as agent')
  for (const [args, words] of [
    [['disable', 'ann@example.com'], 'the last admin'],
    [['role', 'ann@example.com', 'viewer'], 'the last admin'],
    [['role', 'unknown@example.com', 'admin'], 'no such user'],
    [['role', 'boss@example.com', 'owner'], 'Allowed choices'],
    [['disable', 'no address'], 'Enter an email address'],
  ] as const) {
    const { code, stdout, stderr } = await run('users', ...args)
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(words)])
  }
  const password = await runProgram(PASSWORD, ['users', 'password', 'boss@example.com', '--password-stdin'])
  expect(password).toMatchObject({ code: 0, stderr: '' })
  const entries = await store.db.select().from(auditEntries)
  expect(new Set(entries.map(({ action, outcome }) => `${action}: ${outcome}`))).toEqual(
    new Set([
      'cli setup-link: done',
      'cli users add: refused',
      'cli users add: done',
      'cli users role: done',
      'cli users role: refused',
      'cli users disable: done',
      'cli users disable: refused',
      'cli users enable: done',
      'cli users password: done',
    ]),
  )
  expect(JSON.stringify(entries)).not.toContain(PASSWORD)
})

test('forgets the rows of the index', async () => {
  const seen = { source: 'api.example.com', kind: 'subscription' as const, seenAt: '2027-01-05T09:00:00.000Z', row: {} }
  await store.db.insert(seenObjects).values([
    { ...seen, id: 'sub_1', customerId: 'cus_1' },
    { ...seen, id: 'sub_2', customerId: 'cus_2' },
  ])
  expect(await run('index', 'forget')).toMatchObject({ code: 1, stderr: expect.stringContaining('Name one') })
  expect((await run('index', 'forget', '--customer', 'cus_1')).stdout).toBe('Forgot 1 row.\n')
  expect((await run('index', 'forget', '--all')).stdout).toBe('Forgot 1 row.\n')
  expect(await store.db.$count(seenObjects)).toBe(0)
  const entries = (await store.db.select().from(auditEntries)).filter(({ action }) => action === 'cli index forget')
  expect(entries.map(({ objectId, detail }) => [objectId, detail])).toEqual([
    ['cus_1', '{"rows":1}'],
    [null, '{"rows":1}'],
  ])
})

test('creates missing tables', async () => {
  const fresh = await openFreshConsoleStore()
  await fresh.db.execute('drop schema console cascade')
  await fresh.db.execute('drop table drizzle.__console_migrations')
  const migrated = await runProgram('', ['migrate'], fresh.settings, BY_NPM)
  expect(migrated).toEqual({ code: 0, stdout: 'The schema is up to date.\n', stderr: '' })
  expect(await runProgram('', ['users', 'list'], fresh.settings)).toEqual({ code: 0, stdout: '', stderr: '' })
  await fresh.close()
})

test('doctor finds the store in order, and exits with 1 when something is wrong', async () => {
  for (const [name, value] of Object.entries(store.settings)) vi.stubEnv(name, value)
  vi.stubEnv('BILLING_API_BASE_URL', '')
  vi.stubEnv('BILLING_API_KEY', '')
  const { code, stdout } = await run('doctor', '--json')
  expect(JSON.parse(stdout)).toEqual(
    expect.arrayContaining([
      { check: 'Database sessions', status: 'ok', detail: 'UTF8, with the settings of this program' },
      { check: 'Migrations', status: 'ok', detail: expect.stringMatching(/^\d+ applied$/) },
    ]),
  )
  expect(code).toBe(0)
  vi.stubEnv('CONSOLE_ORIGN', 'https://billing.example.com')
  const wrong = await run('doctor')
  expect([wrong.code, wrong.stderr]).toEqual([1, ''])
  expect(wrong.stdout).toContain('WRONG   Settings: There is no setting CONSOLE_ORIGN.')
  vi.unstubAllEnvs()
})
