import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openConsoleStore } from '@/lib/store/console-store'
import { dropDatabase, makeDatabase } from '@/scripts/test/test-postgres.mjs'
import { openStore } from '@/service/store/open'
import { testDatabaseUrl } from '@/testing/service/fresh-store'
import { openDatabase, type OpenDatabase } from './open-database'

const PROCESSES = 3
const log = pino({ enabled: false })

/** Returns the location of an empty database. An embedded one has a folder for each store. */
async function emptyDatabase() {
  const serverUrl = testDatabaseUrl()
  const dataDir = mkdtempSync(join(tmpdir(), 'migrate-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  if (serverUrl === undefined) return { where: { databaseUrl: undefined, dataDir, poolSize: 1 }, remove: removeFolder }
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  const where = { databaseUrl: await makeDatabase(serverUrl, name), dataDir, poolSize: 2 }
  return { where, remove: () => dropDatabase(serverUrl, name).then(removeFolder) }
}

test.skipIf(testDatabaseUrl() === undefined)('says on a worker that the coordinator migrates', async () => {
  const { where, remove } = await emptyDatabase()
  const client = new Client({
    connectionString: where.databaseUrl,
    options: '-c default_transaction_read_only=off',
  })
  await client.connect()
  await client.query(`create function citus_is_coordinator() returns boolean language sql as 'select false'`)
  try {
    await expect(openStore(log, where)).rejects.toThrow(
      /^This database is a worker of a Citus cluster.*Nothing was changed/,
    )
    const schemas = await client.query(`select 1 from pg_namespace where nspname = 'drizzle'`)
    expect(schemas.rows).toEqual([])
  } finally {
    await client.end()
    await remove()
  }
})

const appliedIn = async (store: OpenDatabase | undefined, table: string) => {
  const rows = await store?.db.$client.query<{ hash: string }>(`select hash from drizzle.${table}`)
  return rows?.rows.map(({ hash }) => hash) ?? []
}

test('applies each migration once when several processes start at once on an empty database', async () => {
  const { where, remove } = await emptyDatabase()
  // Both programs may share one PostgreSQL database.
  const opening = Array.from({ length: PROCESSES }, () => [openStore(log, where), openConsoleStore(where, log)]).flat()
  const opened = await Promise.allSettled(opening)
  const stores = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  try {
    expect(opened.filter(({ status }) => status === 'rejected')).toEqual([])
    for (const [store, table] of [
      [stores[0], '__drizzle_migrations'],
      [stores[1], '__console_migrations'],
    ] as const) {
      const applied = await appliedIn(store, table)
      expect(applied.length).toBeGreaterThan(0)
      expect(new Set(applied).size).toBe(applied.length)
    }
  } finally {
    await Promise.all(stores.map((store) => store.close()))
    await remove()
  }
})

test('refuses a store of a newer version, in both programs, and changes nothing', async () => {
  const { where, remove } = await emptyDatabase()
  try {
    for (const [open, table] of [
      [() => openStore(log, where), '__drizzle_migrations'],
      [() => openConsoleStore(where, log), '__console_migrations'],
    ] as const) {
      const store = await open()
      await store.db.$client.query(
        `insert into drizzle.${table} (hash, created_at) select 'of a newer version', max(created_at) + 1 from drizzle.${table}`,
      )
      const applied = await appliedIn(store, table)
      await store.close()
      await expect(open()).rejects.toThrow(
        /^A newer version has migrated this store, and this version cannot use it\. Nothing was changed\. .*restore the dump/,
      )
      const after = await openDatabase(
        { name: table === '__console_migrations' ? 'console' : 'billing', ...where, migrations: null },
        log,
      )
      expect(await appliedIn(after, table)).toEqual(applied)
      await after.close()
    }
  } finally {
    await remove()
  }
})

test('names the database’s reason when a migration fails, not the statement, and changes nothing', async () => {
  const { where, remove } = await emptyDatabase()
  const empty = await openDatabase({ name: 'console', ...where, migrations: null }, log)
  try {
    await empty.db.$client.query('create schema console')
    await expect(openConsoleStore(where, log)).rejects.toThrow(
      /^The database could not be migrated \(schema "console" already exists\)\. Nothing was changed\. Correct that, then start again\.$/,
    )
    expect(await appliedIn(empty, '__console_migrations').catch(() => [])).toEqual([])
  } finally {
    await empty.close()
    await remove()
  }
})
