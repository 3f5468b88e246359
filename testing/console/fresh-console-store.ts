import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { inject } from 'vitest'
import { dropDatabase, makeDatabase } from '@/scripts/test/test-postgres.mjs'
import { openConsoleStore } from '@/lib/store/console-store'
import type { OpenDatabase } from '@/database/open-database'
import { newConsoleDataDir } from './console-data-dir'

/**
 * For tests: opens an empty console store on the database of the vitest project (STORE_TESTS in vitest.config.ts). Closing
 * the store removes it.
 */
export async function openFreshConsoleStore(): Promise<OpenDatabase & { settings: Record<string, string> }> {
  const provided: { databaseUrl?: string } | undefined = inject('billingStore')
  if (!provided) throw new Error('This test uses the store: name it in STORE_TESTS of vitest.config.ts.')
  return provided.databaseUrl === undefined ? openEmbedded() : openPostgres(provided.databaseUrl)
}

async function openEmbedded() {
  const dataDir = await newConsoleDataDir('console-store-')
  const store = await openConsoleStore({ databaseUrl: undefined, dataDir, poolSize: 1 })
  const close = () => store.close().then(() => rmSync(dataDir, { recursive: true, force: true }))
  return { db: store.db, close, settings: { DATA_DIR: dataDir, CONSOLE_DATABASE_URL: '' } }
}

async function openPostgres(serverUrl: string) {
  const name = `console_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = await makeDatabase(serverUrl, name)
  const store = await openConsoleStore({ databaseUrl, dataDir: '.data', poolSize: 8 })
  const close = () => store.close().then(() => dropDatabase(serverUrl, name))
  return { db: store.db, close, settings: { CONSOLE_DATABASE_URL: databaseUrl } }
}
