import { pino } from 'pino'
import { keptDataDirs } from '../database/kept-data-dirs'
import { openStore } from '@/service/store/open'

const dataDirs = keptDataDirs({
  name: 'billing',
  journal: new URL('../../service/store/migrations/meta/_journal.json', import.meta.url),
  open: (dataDir) => openStore(pino({ enabled: false }), { databaseUrl: undefined, dataDir, poolSize: 1 }),
})

/** For tests: returns the data directory of the embedded database that all test files share. */
export const sharedDataDir = dataDirs.shared
export const makeSharedDataDir = dataDirs.makeShared
/** For tests: creates a directory with an empty embedded database of the schema. */
export const newDataDir = dataDirs.make
