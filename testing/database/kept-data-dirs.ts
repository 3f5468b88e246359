import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedAddress } from '@/database/embedded-address'
import type { OpenDatabase } from '@/database/open-database'
import { cachePlace, copyEmptyDatabase, makeOnce } from './empty-database'

interface Kept {
  /** Of the embedded database. */
  name: string
  /** Of its migrations: another schema, another place. */
  journal: URL
  open: (dataDir: string) => Promise<OpenDatabase>
}

/** For tests: data directories with an embedded database of a schema; what takes seconds to make is kept from run to run. */
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
    /** The one that those share who only need one. */
    shared: () => cached('store'),

    /** Sees to it that there is the shared one. */
    makeShared: async (): Promise<void> => {
      const empty = await emptyDataDir()
      await makeOnce(cached('store'), async (draft) => cpSync(empty, draft, { recursive: true }))
    },

    /** A new directory in `tmpdir()`, with a database of the schema that holds nothing. */
    make: async (prefix: string): Promise<string> => {
      const empty = await emptyDataDir()
      const dataDir = mkdtempSync(join(tmpdir(), prefix))
      cpSync(empty, dataDir, { recursive: true })
      return dataDir
    },
  }
}
