import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreshStore, type FreshStore } from './fresh-store'

const OLDEST_VERSION = 15_00_00

let store: FreshStore
beforeAll(async () => {
  store = await openFreshStore()
})
afterAll(() => store.close())

test('the tests of the store run on the database their project is named after, PostgreSQL 15 or newer', async ({
  task,
}) => {
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
