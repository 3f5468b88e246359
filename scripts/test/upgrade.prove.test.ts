import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { makeCommandFolder, type CommandFolder } from '@/testing/documents/command-folder'
import { allResponses, type ReadableObject } from '@/testing/service/all-responses'
import { startService } from '@/testing/service/start-service'
import { checkOutVersion, commitOfVersion, type CheckedOutVersion } from '@/testing/versions/check-out-version'
import { httpRequest } from '@/testing/service/http-request'
import { ROOT } from '../command.mjs'
import { makeDatabase, startTestPostgres } from './test-postgres.mjs'

/* Data and users of version 0.2.0, opened by this version. */

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const VERSION = '0.2.0'
const SEED = 'npm run --silent billing -- seed --customers 20 --transactions 1500 --as-of 2026-11-01T00:00:00Z'
const CREATE_KEY = 'npm run --silent billing -- keys create --merchant demo --type secret'
const LIST_USERS = 'npm run --silent console -- users list'
const VERIFY_AUDIT = 'npm run --silent console -- audit verify'
const addUser = (email: string, role: string) =>
  `echo correct-horse-battery-staple | npm run --silent console -- users add ${email} --role ${role} --password-stdin`

let old: CheckedOutVersion
let server: Awaited<ReturnType<typeof startTestPostgres>>
/** Those of the seed: the same on both databases. */
let objects: ReadableObject[]
beforeAll(async () => {
  ;[old, server] = await Promise.all([commitOfVersion(VERSION).then(checkOutVersion), startTestPostgres()])
})
afterAll(() => Promise.all([old.remove(), server.stop()]))

/** Runs `use` with the billing service of a version. */
async function withService<T>(
  root: string,
  stores: Record<string, string>,
  use: (service: { url: string }) => Promise<T>,
): Promise<T> {
  // Versions have it at different paths.
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [path = '', ...args] = scripts.billing?.split(' ').slice(1) ?? []
  const program = [join(root, path), ...args]
  // The programs of another version are in another folder.
  const service = await startService({ ...stores, BILLING_PROGRAMS_DIR: '', LOG_LEVEL: 'info' }, program)
  try {
    return await use(service)
  } finally {
    service.process.kill('SIGTERM')
    await once(service.process, 'exit')
  }
}

async function cancel({ url }: { url: string }, key: string, id: string): Promise<void> {
  const path = `/external/subscriptions/${id}/cancel`
  const { status, text } = await httpRequest(url, path, { method: 'POST', headers: { 'x-api-key': key } })
  expect([status, text]).toEqual([200, expect.any(String)])
}

/** Reads the IDs from the tables: the old version may not know `export`. */
async function objectsIn(databaseUrl: string): Promise<ReadableObject[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<ReadableObject>(
      `select 'customer' as kind, external_id as id from customers
        union all select 'subscription', id from subscriptions union all select 'invoice', id from invoices`,
    )
    return rows
  } finally {
    await client.end()
  }
}

async function newStores(kind: string, { path }: CommandFolder): Promise<Record<string, string>> {
  if (kind === 'the embedded database') return { DATA_DIR: join(path, '.data') }
  return {
    DATA_DIR: join(path, '.data'),
    BILLING_DATABASE_URL: await makeDatabase(server.url, 'billing'),
    CONSOLE_DATABASE_URL: await makeDatabase(server.url, 'console'),
  }
}

// PostgreSQL first: it tells the IDs.
describe.each(['PostgreSQL', 'the embedded database'])(`stores of version ${VERSION} on %s`, (kind) => {
  let before: CommandFolder
  let now: CommandFolder
  let stores: Record<string, string>
  let key: string
  beforeAll(async () => {
    before = makeCommandFolder({}, old.root)
    now = makeCommandFolder()
    stores = await newStores(kind, now)
  })
  afterAll(() => {
    before.remove()
    now.remove()
  })
  const onOld = (commands: string) => before.run(commands, stores)
  const onNew = (commands: string) => now.run(commands, stores)
  const responses = (root: string) => withService(root, stores, (service) => allResponses(service, key, objects))

  it('return the same responses, users and audit after the upgrade', async () => {
    await onOld([SEED, addUser('ann@example.com', 'admin'), addUser('bob@example.com', 'agent')].join('\n'))
    key = (await onOld(CREATE_KEY)).trim()
    await withService(old.root, stores, (service) => cancel(service, key, 'sub_acme'))
    objects = stores.BILLING_DATABASE_URL === undefined ? objects : await objectsIn(stores.BILLING_DATABASE_URL)
    const [responsesBefore, users, audit] = [
      await responses(old.root),
      await onOld(LIST_USERS),
      await onOld(VERIFY_AUDIT),
    ]
    expect(Object.keys(responsesBefore).length).toBeGreaterThan(60)

    expect(await responses(ROOT)).toEqual(responsesBefore)
    expect(await onNew('npm run --silent billing -- verify')).toContain('1,500 transactions')
    expect(await onNew(LIST_USERS)).toBe(users)
    const [, head] = /^Head: (.+)$/m.exec(audit) ?? []
    expect(await onNew(`${VERIFY_AUDIT} --head ${head}`)).toContain('It contains the given head')
  })

  it('can be changed by the new version, and read by the old one after a step back', async () => {
    await withService(ROOT, stores, (service) => cancel(service, key, 'sub_koeln'))
    await onNew(addUser('cleo@example.com', 'viewer'))
    const [responsesNow, users, audit] = [await responses(ROOT), await onNew(LIST_USERS), await onNew(VERIFY_AUDIT)]
    expect(users).toContain('cleo@example.com')

    expect(await responses(old.root)).toEqual(responsesNow)
    expect(await onOld(LIST_USERS)).toBe(users)
    expect(await onOld(VERIFY_AUDIT)).toBe(audit)
  })
})
