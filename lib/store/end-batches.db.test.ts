import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openDatabase } from '@/database/open-database'
import { dropDatabase, makeDatabase } from '@/scripts/test/test-postgres.mjs'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { openConsoleStore, storeDatabase } from './console-store'

/** The newest migration of the version that had batches. */
const BATCHES_UNTIL = '0029_who_changes'
const logger = pino({ enabled: false })

/** Returns the place of an empty store, and the migrations of the version that had batches. */
async function emptyStore() {
  const dataDir = mkdtempSync(join(tmpdir(), 'end-batches-'))
  const serverUrl = testDatabaseUrl()
  const name = `batches_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = serverUrl && (await makeDatabase(serverUrl, name))
  const where = { databaseUrl, dataDir, poolSize: databaseUrl === undefined ? 1 : 2 }
  const { migrations } = storeDatabase(where)
  const folder = join(dataDir, 'migrations')
  cpSync(migrations.folder, folder, { recursive: true })
  const journalFile = join(folder, 'meta', '_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(journalFile, 'utf8'))
  const last = journal.entries.findIndex(({ tag }) => tag === BATCHES_UNTIL)
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }))
  const remove = async () => {
    if (serverUrl !== undefined) await dropDatabase(serverUrl, name)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  return { where, old: { name: 'console', ...where, migrations: { folder, table: migrations.table } }, remove }
}

const CHANGE = `insert into console.subscription_changes
  (id, billing_api, batch_id, action, subscription_id, state, detail, revision, actor, role, reason, request_id, intent, seen,
   differences, created_at, changed_at, checks, quiet_checks, gone_checks)
  values ($1, 'https://api.example.com', $2, 'cancel', $1, $3, $4, 1, 'ann@example.com', 'agent', 'Ended', 'r', 7, '{}', '[]',
   now(), now(), 0, 0, 0)`

const REPEATED = 'It already ends on 31 Dec 2090, as before: there was nothing to change. Ann cancelled it before.'

test('an upgrade ends what a batch had not sent, says so in the audit once, and keeps what a change led to', async () => {
  const { where, old, remove } = await emptyStore()
  const before = await openDatabase(old, logger)
  const { $client } = before.db
  await $client.query(
    `insert into console.batches (id, source, action, state, "user", owner, role, created_at, intent, decided_by)
     values ('bat_1', 's', 'cancel', 'running', 'u', 'ann@example.com', 'agent', now(), 5, 'boss@example.com'),
            ('bat_2', 's', 'cancel', 'reading', 'u', 'ann@example.com', 'agent', now(), null, null),
            ('bat_3', 's', 'cancel', 'done', 'u', 'ann@example.com', 'agent', now(), 6, 'boss@example.com'),
            ('bat_4', 's', 'cancel', 'proposed', 'u', 'ann@example.com', 'agent', now(), 8, null)`,
  )
  for (const [id, batch, state, detail = ''] of [
    ['op_prepared', 'bat_1', 'PREPARED'],
    ['op_sent', 'bat_1', 'SENT'],
    ['op_done', 'bat_3', 'CONFIRMED', REPEATED],
    ['op_alone', null, 'PREPARED'],
  ])
    await $client.query(CHANGE, [id, batch, state, detail])
  await before.close()
  try {
    // The second start finds nothing to end.
    for (let start = 0; start < 2; start += 1) {
      const store = await openConsoleStore(where, logger)
      const { db } = store
      const { rows: changes } = await db.$client.query(
        `select id, group_id, state, cause ->> 'words' as detail from console.subscription_changes order by id`,
      )
      expect(changes).toEqual([
        { id: 'op_alone', group_id: null, state: 'PREPARED', detail: '' },
        { id: 'op_done', group_id: 'bat_3', state: 'CONFIRMED', detail: REPEATED },
        {
          id: 'op_prepared',
          group_id: 'bat_1',
          state: 'NOT_SENT',
          detail: 'Nothing was sent: stopped by the upgrade.',
        },
        { id: 'op_sent', group_id: 'bat_1', state: 'SENT', detail: '' },
      ])
      const { rows: confirmed } = await db.$client.query(
        `select cause from console.subscription_changes where state = 'CONFIRMED'`,
      )
      expect(confirmed.map(({ cause }) => JSON.parse(cause))).toEqual([
        {
          kind: 'earlier',
          words: REPEATED,
          note: 'Ann cancelled it before.',
          result: { hadNothingToChange: true, isUnsure: false, end: '31 Dec 2090' },
        },
      ])
      const { rows: entries } = await db.$client.query(
        'select action, outcome, completes::int, object_id, detail from console.audit_entries order by sequence',
      )
      const note = 'stopped by the upgrade'
      expect(entries.map(({ detail, ...entry }) => ({ ...entry, detail: JSON.parse(detail) }))).toEqual([
        {
          action: 'cancelSubscription',
          outcome: 'not_sent',
          completes: 7,
          object_id: 'op_prepared',
          detail: { change: 'op_prepared', state: 'NOT_SENT', note },
        },
        // Some of its changes were sent.
        {
          action: 'proposeBatch',
          outcome: 'failed',
          completes: 5,
          object_id: null,
          detail: { batchId: 'bat_1', decidedBy: 'boss@example.com', note },
        },
        {
          action: 'proposeBatch',
          outcome: 'not_sent',
          completes: 8,
          object_id: null,
          detail: { batchId: 'bat_4', note },
        },
      ])
      await store.close()
    }
  } finally {
    await remove()
  }
}, 60_000)
