import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { auditEntries } from './schema'
import { appendEntry } from './append-entry'
import { verifyAudit } from '@/lib/activity/server/verify-audit'

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

test('stores any text so that the hash matches', async () => {
  const odd = 'a\0b\uD800c\uDC00 🙂 e\u0301 \u202E\u2028\r\n"\\'
  const object = { kind: 'subscription', id: odd }
  const detail = { seen: odd }
  const intent = await appendEntry(store.db, { ...entry(odd), object, reason: odd, ticket: odd, detail })
  await appendEntry(store.db, { ...entry('agent'), completes: intent, outcome: 'done' })
  expect(await verifyAudit(store.db)).toMatchObject({ entries: 2, found: 0 })
  const [row] = await store.db.select().from(auditEntries).where(eq(auditEntries.sequence, intent))
  expect(row).toMatchObject({ reason: 'a\uFFFDb\uFFFDc\uFFFD 🙂 e\u0301 \u202E\u2028\r\n"\\', phase: 'intent' })
  expect(JSON.parse(row?.detail ?? '')).toEqual(detail)
})

test('leaves no gap when an entry is rolled back', async () => {
  const undone = store.db.transaction(async (tx) => {
    await appendEntry(tx, entry('undone'))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await appendEntry(store.db, entry('done'))
  expect(await verifyAudit(store.db)).toMatchObject({ found: 0 })
})

// append-entries.prove.db.test.ts does so in processes of their own.
test('builds one chain without gaps from concurrent transactions', async () => {
  const { entries: before } = await verifyAudit(store.db)
  await Promise.all(Array.from({ length: 8 }, (_, index) => appendEntry(store.db, entry(`agent-${index}`))))
  const entries = before + 8
  expect(await verifyAudit(store.db)).toMatchObject({ entries, found: 0, head: { sequence: entries } })
})
