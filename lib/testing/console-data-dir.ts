import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedAddress } from '@/database/embedded-address'
import { cachePlace, copyEmptyDatabase, makeOnce } from '@/database/testing/empty-database'
import { openConsoleStore } from '../server/store/console-store'

const JOURNAL = new URL('../server/store/migrations/meta/_journal.json', import.meta.url)
/** Kept from run to run, by schema and database program. */
const cached = (name: string) => cachePlace(name, JOURNAL)

/** For tests: the data directory of the console's store that those share who only need one without any user. */
export const sharedConsoleDataDir = () => cached('console-store')

async function emptyDataDir(): Promise<string> {
  const empty = cached('console-empty')
  await makeOnce(empty, async (dataDir) => {
    await copyEmptyDatabase(embeddedAddress(dataDir, 'console').databasePath)
    const store = await openConsoleStore({ databaseUrl: undefined, dataDir, poolSize: 1 })
    await store.close()
  })
  return empty
}

/** For tests: sees to it that there is the data directory that they share. */
export async function makeSharedConsoleDataDir(): Promise<void> {
  const empty = await emptyDataDir()
  await makeOnce(sharedConsoleDataDir(), async (draft) => cpSync(empty, draft, { recursive: true }))
}

/** For tests: a new directory in `tmpdir()` that holds a console's store of the schema, with nothing in it. */
export async function newConsoleDataDir(prefix: string): Promise<string> {
  const empty = await emptyDataDir()
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  cpSync(empty, dataDir, { recursive: true })
  return dataDir
}
