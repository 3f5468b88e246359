import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { openFreshStore, testDatabaseUrl, type FreshStore } from './fresh-store'
import { openStore } from '@/service/store/open'

const OLDEST_VERSION = 15_00_00

let store: FreshStore
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

test('the store tests use the database in the name of their project, PostgreSQL 15 or newer', async ({ task }) => {
  const { rows } = await store.db.$client.query<{ number: number; words: string }>(
    "select current_setting('server_version_num')::int as number, version() as words",
  )
  const [version = { number: 0, words: '' }] = rows
  expect(version.number).toBeGreaterThanOrEqual(OLDEST_VERSION)
  // The embedded database is PostgreSQL compiled to WebAssembly.
  const engine = /emscripten|emcc|wasm/i.test(version.words) ? 'PGlite' : 'PostgreSQL'
  console.log(`${task.file.projectName}: ${version.words}`)
  expect(engine).toBe(task.file.projectName)
})

test.skipIf(testDatabaseUrl() === undefined)(
  'openStore keeps the options of an address and adds the session settings',
  async () => {
    const url = new URL(testDatabaseUrl() ?? '')
    url.searchParams.set('options', '-c lock_timeout=0 -c work_mem=5MB')
    const settings = { databaseUrl: url.href, dataDir: '', poolSize: 1 }
    const keeping = await openStore(pino({ enabled: false }), settings)
    const { rows } = await keeping.db.$client.query(
      `select current_setting('lock_timeout') as lock, current_setting('TimeZone') as zone, current_setting('work_mem') as memory`,
    )
    await keeping.close()
    expect(rows).toEqual([{ lock: '30s', zone: 'UTC', memory: '5MB' }])
  },
)
