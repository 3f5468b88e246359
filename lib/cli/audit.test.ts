import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { OpenDatabase } from '@/database/open-database'
import { sampleEntry, writeChain } from '@/testing/console/audit-chain'
import { newConsoleDataDir } from '@/testing/console/console-data-dir'
import { openConsoleStore } from '@/lib/store/console-store'
import { settings } from '@/lib/core/server/settings'
import { auditCommand } from './store-commands'

const COUNT = 12
let dataDir: string
let store: OpenDatabase
let head: string
const printed: string[] = []

beforeAll(async () => {
  dataDir = await newConsoleDataDir('console-audit-')
  Object.assign(process.env, { LOG_LEVEL: 'silent', DATA_DIR: dataDir, CONSOLE_DATABASE_URL: '' })
  // The store stays open, as with a running console.
  store = await openConsoleStore()
  const entries = Array.from({ length: COUNT }, (_, index) => sampleEntry(index + 1))
  head = `${COUNT}:${await writeChain(store.db, entries)}`
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line))
})
beforeEach(() => void printed.splice(0))
afterAll(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function verify(...args: string[]) {
  const command = auditCommand()
  for (const each of [command, ...command.commands]) each.exitOverride().configureOutput({ writeErr: () => undefined })
  return command.parseAsync(['verify', ...args], { from: 'user' })
}

test('reports an intact audit and prints its head', async () => {
  await verify()
  expect(printed.join('\n')).toMatch(/^The audit is intact: 12 entries/)
  expect(printed.at(-1)).toBe(`Head: ${head}`)
  await verify('--head', head)
  expect(printed).toContain('It contains the given head, entry 12, unchanged.')
})

test('accepts a head only in the format of the log', async () => {
  await expect(verify('--head', '12')).rejects.toThrow('A head has the form SEQUENCE:HASH')
})

test('names each entry that reveals tampering, and fails', async () => {
  await store.db.execute(sql`alter table console.audit_entries disable trigger audit_entries_append_only`)
  await store.db.execute(sql`update console.audit_entries set reason = 'Never said' where sequence = 7`)
  await store.db.execute(sql`delete from console.audit_entries where sequence = ${COUNT}`)
  await expect(verify('--head', head)).rejects.toThrow('The audit was changed')
  expect(printed).toEqual([
    expect.stringMatching(/^Entry 7: Its content does not match its hash/),
    expect.stringMatching(/^Entry 12: The noted head names this entry, but the audit ends with entry 11/),
  ])
})

test('explains for an empty audit that only a head can prove a deletion', async () => {
  await store.db.execute(sql`alter table console.audit_entries disable trigger audit_entries_never_emptied`)
  await store.db.execute(sql`truncate console.audit_entries`)
  await verify()
  expect(printed).toEqual([
    'The audit is empty. To check whether entries were deleted, pass a head from the log with --head.',
  ])
  await expect(verify('--head', head)).rejects.toThrow('The audit was changed')
})

test('creates neither a store nor its tables', async () => {
  const none = join(dataDir, 'none')
  settings().DATA_DIR = none
  await expect(verify()).rejects.toThrow(`There is no store of the console in ${join(none, 'console')} yet.`)
  expect(existsSync(none)).toBe(false)
  settings().DATA_DIR = dataDir
  await store.db.execute(sql`drop schema console cascade`)
  await expect(verify()).rejects.toThrow('There is no store of the console')
  const { rows } = await store.db.execute(sql`select to_regnamespace('console') as made`)
  expect(rows).toEqual([{ made: null }])
})
