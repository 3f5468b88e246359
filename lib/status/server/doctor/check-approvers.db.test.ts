import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '@/database/open-database'
import { openFreshConsoleStore } from '@/testing/console/fresh-console-store'
import { parseSettings } from '@/lib/core/server/settings'
import { users } from '@/lib/store/schema'
import { checkApprovers } from './console-findings'

let store: OpenDatabase
beforeAll(async () => void (store = await openFreshConsoleStore()))
afterAll(() => store.close())

const createdAt = '2027-01-05T09:00:00.000Z'
const insert = (id: string, more: Partial<typeof users.$inferInsert> = {}) =>
  store.db
    .insert(users)
    .values({ id, email: `${id}@example.com`, role: 'admin', passwordHash: 'scrypt$', createdAt, ...more })

async function reported(needs: string): Promise<string[]> {
  const lines: string[] = []
  for await (const { status, detail } of checkApprovers(store.db, parseSettings({ CONSOLE_APPROVALS: needs })))
    lines.push(`${status}: ${detail}`)
  return lines
}

test('checkApprovers reports fewer than two approvers: wrong with CONSOLE_APPROVALS, skipped without', async () => {
  await insert('ann')
  await insert('disabled', { disabledAt: createdAt })
  await insert('without-password', { passwordHash: null })
  await insert('agent', { role: 'agent' })
  expect(await reported('off')).toEqual([
    'skipped: 1 of two admins can sign in. CONSOLE_APPROVALS is off, but groups of more than ten and proposals of access keys need two.',
  ])
  expect(await reported('above:3')).toEqual([
    'wrong: CONSOLE_APPROVALS is set, but 1 of two needed admins can sign in. Add an admin.',
  ])
  await insert('ben')
  expect(await reported('all')).toEqual(['ok: 2 people may approve'])
})
