import { keptDataDirs } from '../database/kept-data-dirs'
import { openConsoleStore } from '@/lib/store/console-store'

const dataDirs = keptDataDirs({
  name: 'console',
  journal: new URL('../../lib/store/migrations/meta/_journal.json', import.meta.url),
  open: (dataDir) => openConsoleStore({ databaseUrl: undefined, dataDir, poolSize: 1 }),
})

/** For tests: the data directory of a shared console store without users. */
export const sharedConsoleDataDir = dataDirs.shared
export const makeSharedConsoleDataDir = dataDirs.makeShared
/** For tests: creates a data directory with an empty console store. */
export const newConsoleDataDir = dataDirs.make
