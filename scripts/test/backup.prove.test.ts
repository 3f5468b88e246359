import { delimiter } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeCommandFolder, type CommandFolder } from '@/testing/documents/command-folder'
import { shellBlocks } from '@/testing/documents/shell-blocks'
import { allResponses, cancel, objectsOf } from '@/testing/service/all-responses'
import { withService } from '@/testing/service/start-service'
import { findPostgres } from './machine.mjs'
import { makeDatabase, startTestPostgres } from './test-postgres.mjs'

/* Runs every command of docs/backup.md. */

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const blocks = shellBlocks('docs/backup.md')
const [dump, restore, check, archive, unpack, move, newKey, ...others] = blocks.flatMap(({ notHere, commands }) =>
  notHere === null ? [commands] : [],
)
const SEED = '--customers 20 --transactions 1500'
const ADD_USERS = `
  echo correct-horse-battery-staple | npm run --silent console -- users add ann@example.com --role admin --password-stdin
  echo correct-horse-battery-staple | npm run --silent console -- users add bob@example.com --role viewer --password-stdin`
const LIST_USERS = 'npm run --silent console -- users list'
const exportOf = (merchant: string) => `npm run --silent billing -- export - --merchant ${merchant}`

type Server = Awaited<ReturnType<typeof startTestPostgres>>
let oldServer: Server
let newServer: Server
/** The address of a database as its owner, who has its name. */
const at = ({ url }: Server, name: string) => Object.assign(new URL(url), { username: name, pathname: `/${name}` }).href

beforeAll(async () => {
  ;[oldServer, newServer] = await Promise.all([startTestPostgres(), startTestPostgres()])
})
afterAll(() => Promise.all([oldServer.stop(), newServer.stop()]))

/** Commands with the programs of PostgreSQL. By default, sessions of the test servers are read-only. */
function newFolder(environment: Record<string, string> = {}): CommandFolder {
  const PATH = [findPostgres() ?? '', process.env.PATH ?? ''].join(delimiter)
  return makeCommandFolder({ PATH, PGOPTIONS: '-c default_transaction_read_only=off', ...environment })
}

/** Returns the body of every response of the service on a store. */
const responsesOf = (environment: Record<string, string>, key: string, exported: string) =>
  withService(environment, (service) => allResponses(service, key, objectsOf(exported)))
const cancelOne = (environment: Record<string, string>, key: string) =>
  withService(environment, (service) => cancel(service, key, 'sub_acme'))

it('has seven blocks of commands that run here, two that need Docker and one that needs Citus', () => {
  expect([typeof newKey, ...others]).toEqual(['string'])
  expect(blocks.flatMap(({ notHere }) => notHere ?? [])).toEqual([
    'needs a Citus cluster',
    'needs Docker',
    'needs Docker',
  ])
})

it('restores both stores from PostgreSQL into an empty server', async () => {
  const stores = {
    BILLING_DATABASE_URL: await makeDatabase(oldServer.url, 'billing'),
    CONSOLE_DATABASE_URL: await makeDatabase(oldServer.url, 'console'),
  }
  const restored = { NEW_BILLING_URL: at(newServer, 'billing'), NEW_CONSOLE_URL: at(newServer, 'console') }
  const { run, remove } = newFolder({ ...stores, ...restored, NEW_SERVER: newServer.url })
  try {
    for (const role of ['billing', 'console']) await run(`psql "$NEW_SERVER" --command 'create role ${role} login'`)
    await run(`npm run --silent billing -- seed ${SEED} ${ADD_USERS}`)
    const key = (await run('npm run --silent billing -- keys create --merchant demo --type secret')).trim()
    await cancelOne(stores, key)
    const exported = await run(exportOf('demo'))
    const users = await run(LIST_USERS)
    const before = await responsesOf(stores, key, exported)
    await run(dump ?? '')
    await run(restore ?? '')

    const checked = await run(check ?? '')
    expect(checked).toMatch(/1,500 transactions in [\d,]+ ledgers agree/)
    expect(checked).toMatch(/It contains the given head, entry \d+, unchanged/)
    const { NEW_BILLING_URL, NEW_CONSOLE_URL } = restored
    const now = { BILLING_DATABASE_URL: NEW_BILLING_URL, CONSOLE_DATABASE_URL: NEW_CONSOLE_URL }
    expect(await run(exportOf('demo'), now)).toBe(exported)
    expect(await run(LIST_USERS, now)).toBe(users)
    expect(Object.keys(before).length).toBeGreaterThan(60)
    expect(await responsesOf(now, key, exported)).toEqual(before)
    // The triggers of the audit are there too.
    await expect(run(`psql "${NEW_CONSOLE_URL}" --command 'delete from console.audit_entries'`)).rejects.toThrow(
      /audit/,
    )
  } finally {
    remove()
  }
})

it('restores embedded databases from an archive', async () => {
  const restored = newFolder()
  const { run, remove } = newFolder({ NEW_DATA_DIR: `${restored.path}/data` })
  try {
    await run(`npm run --silent billing -- seed ${SEED} ${ADD_USERS}`)
    const exported = await run(exportOf('demo'))
    await run(archive ?? '')
    const checked = await run(unpack ?? '')
    expect(checked).toMatch(/1,500 transactions in [\d,]+ ledgers agree/)
    expect(checked).toMatch(/The audit is intact: \d+ entries/)
    expect(await run(`DATA_DIR="$NEW_DATA_DIR" ${exportOf('demo')}`)).toBe(exported)
    expect(await run(`DATA_DIR="$NEW_DATA_DIR" ${LIST_USERS}`)).toBe(await run(LIST_USERS))
  } finally {
    remove()
    restored.remove()
  }
})

it('moves a merchant from the embedded database to PostgreSQL', async () => {
  const NEW_BILLING_URL = await makeDatabase(newServer.url, 'moved')
  const { path, run, remove } = newFolder({ NEW_BILLING_URL })
  try {
    await run(`npm run --silent billing -- seed --merchant acme ${SEED}`)
    const oldKey = (await run('npm run --silent billing -- keys create --merchant acme --type secret')).trim()
    await cancelOne({ DATA_DIR: `${path}/.data` }, oldKey)
    const exported = await run(exportOf('acme'))
    const before = await responsesOf({ DATA_DIR: `${path}/.data` }, oldKey, exported)
    await run(move ?? '')
    const key = (await run(newKey ?? '')).trim()
    expect(await responsesOf({ BILLING_DATABASE_URL: NEW_BILLING_URL }, key, exported)).toEqual(before)
  } finally {
    remove()
  }
})
