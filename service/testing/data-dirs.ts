import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { embeddedAddress } from '@/database/embedded-address'
import { cachePlace, copyEmptyDatabase, makeOnce } from '@/database/testing/empty-database'
import { openStore } from '../store/open'

/** Kept from run to run, by schema and database program. */
const cached = (name: string) => cachePlace(name, new URL('../store/migrations/meta/_journal.json', import.meta.url))

/** For tests: of the one embedded database that all test files share. */
export const sharedDataDir = () => cached('billing-store')

/** Makes a data directory that holds an embedded database of the schema, with nothing in it. */
async function makeDataDir(dataDir: string): Promise<void> {
  await copyEmptyDatabase(embeddedAddress(dataDir, 'billing').databasePath)
  const store = await openStore(pino({ enabled: false }), { databaseUrl: undefined, dataDir, poolSize: 1 })
  await store.close()
}

/** One of the schema with nothing in it, to copy. */
async function emptyDataDir(): Promise<string> {
  const empty = cached('billing-empty')
  await makeOnce(empty, makeDataDir)
  return empty
}

/** For tests: sees to it that there is the data directory that all test files share. */
export async function makeSharedDataDir(): Promise<void> {
  const empty = await emptyDataDir()
  await makeOnce(sharedDataDir(), async (draft) => cpSync(empty, draft, { recursive: true }))
}

/** For tests: a new directory in `tmpdir()` that holds an embedded database of the schema, with nothing in it. */
export async function newDataDir(prefix: string): Promise<string> {
  const empty = await emptyDataDir()
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  cpSync(empty, dataDir, { recursive: true })
  return dataDir
}
