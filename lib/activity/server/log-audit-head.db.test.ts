import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '@/database/open-database'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { log } from '@/lib/core/server/log'
import { withEnvironment } from '@/testing/console/with-environment'
import { appendEntry } from '@/lib/store/append-entry'
import { logAuditHead } from './log-audit-head'
import { verifyAudit } from './verify-audit'

let store: OpenDatabase
const lines: unknown[] = []

withEnvironment({ LOG_LEVEL: 'silent' })
beforeAll(async () => {
  store = await openFreshConsoleStore()
  globalThis.consoleStoreOpening = Promise.resolve(store)
  vi.spyOn(log(), 'info').mockImplementation((line) => void lines.push(line))
})
afterAll(async () => {
  vi.restoreAllMocks()
  globalThis.consoleStoreOpening = undefined
  await store.close()
})

const append = () =>
  appendEntry(store.db, { at: new Date(), actor: 'ann', role: 'agent', action: 'signIn', requestId: 'r' })
const headNow = async () => {
  const { head } = await verifyAudit(store.db)
  return { event: 'audit-head', head: `${head?.sequence}:${head?.hash}` }
}

test('logs the head at the start and after each change, until it is stopped', async () => {
  await append()
  const first = await headNow()
  const stop = logAuditHead(20)
  await vi.waitFor(() => expect(lines).toEqual([first]), { timeout: 10_000 })
  await append()
  await append()
  const last = await headNow()
  await vi.waitFor(() => expect(lines.at(-1)).toEqual(last), { timeout: 10_000 })
  await stop()
  const distinct = new Set(lines.map((line) => JSON.stringify(line)))
  expect(distinct.size).toBe(lines.length)
})
