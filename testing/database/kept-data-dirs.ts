import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedAddress } from '@/database/embedded-address'
import type { OpenDatabase } from '@/database/open-database'
import { cachePlace, copyEmptyDatabase, makeOnce } from './empty-database'

interface Kept {
  /** Name of the embedded database. */
  name: string
  /** Journal of the migrations: another schema gets another directory. */
  journal: URL
  open: (dataDir: string) => Promise<OpenDatabase>
}

/** For tests: data directories with an embedded database of a schema, cached between runs. */
export function keptDataDirs({ name, journal, open }: Kept) {
  const cached = (what: string) => cachePlace(`${name}-${what}`, journal)

  async function emptyDataDir(): Promise<string> {
    const empty = cached('empty')
    await makeOnce(empty, async (dataDir) => {
      await copyEmptyDatabase(embeddedAddress(dataDir, name).databasePath)
      await (await open(dataDir)).close()
    })
    return empty
  }

  return {
    /** Returns the directory that test files share. */
    shared: () => cached('store'),

    /** Creates the shared directory if it is missing. */
    makeShared: async (): Promise<void> => {
      const empty = await emptyDataDir()
      await makeOnce(cached('store'), async (draft) => cpSync(empty, draft, { recursive: true }))
    },

    /** Creates a directory in `tmpdir()` with an empty database of the schema. */
    make: async (prefix: string): Promise<string> => {
      const empty = await emptyDataDir()
      const dataDir = mkdtempSync(join(tmpdir(), prefix))
      cpSync(empty, dataDir, { recursive: true })
      return dataDir
    },
  }
}
