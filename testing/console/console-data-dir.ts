import { keptDataDirs } from '../database/kept-data-dirs'
import { openConsoleStore } from '@/lib/server/store/console-store'

const dataDirs = keptDataDirs({
  name: 'console',
  journal: new URL('../../lib/server/store/migrations/meta/_journal.json', import.meta.url),
  open: (dataDir) => openConsoleStore({ databaseUrl: undefined, dataDir, poolSize: 1 }),
})

/** For tests: the data directory of the console's store that those share who only need one without any user. */
export const sharedConsoleDataDir = dataDirs.shared
export const makeSharedConsoleDataDir = dataDirs.makeShared
/** For tests: a new directory that holds a console's store with nothing in it. */
export const newConsoleDataDir = dataDirs.make
