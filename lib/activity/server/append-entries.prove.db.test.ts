import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { appendEntry } from '@/lib/store/append-entry'
import { verifyAudit } from './verify-audit'

const PROGRAM = fileURLToPath(new URL('../../../testing/console/append-entries.ts', import.meta.url))
const PROCESSES = 8
const ENTRIES_EACH = 250
let store: Awaited<ReturnType<typeof openFreshConsoleStore>>

beforeAll(async () => {
  store = await openFreshConsoleStore()
})
afterAll(() => store.close())

const entry = (actor: string) => ({
  at: new Date(),
  actor,
  role: 'agent',
  action: 'cancelSubscription',
  requestId: 'r',
})

test('builds one chain without gaps from concurrent processes', async () => {
  const { entries: before } = await verifyAudit(store.db)
  const env = { ...process.env, ...store.settings, LOG_LEVEL: 'silent' }
  const others = Array.from({ length: PROCESSES }, (_, index) =>
    promisify(execFile)(process.execPath, ['--import', 'tsx', PROGRAM, `process-${index}`, String(ENTRIES_EACH)], {
      env,
    }),
  )
  // Two at a time, because waiting for a connection times out after 5 s.
  const appendHere = async () => {
    for (let done = 0; done < ENTRIES_EACH / 2; done += 1) await appendEntry(store.db, entry('here'))
  }
  await Promise.all([...others, appendHere(), appendHere()])
  const entries = before + (PROCESSES + 1) * ENTRIES_EACH
  expect(await verifyAudit(store.db)).toMatchObject({ entries, found: 0, head: { sequence: entries } })
})
