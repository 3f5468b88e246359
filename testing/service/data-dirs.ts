import { pino } from 'pino'
import { keptDataDirs } from '../database/kept-data-dirs'
import { openStore } from '@/service/store/open'

const dataDirs = keptDataDirs({
  name: 'billing',
  journal: new URL('../../service/store/migrations/meta/_journal.json', import.meta.url),
  open: (dataDir) => openStore(pino({ enabled: false }), { databaseUrl: undefined, dataDir, poolSize: 1 }),
})

/** For tests: of the one embedded database that all test files share. */
export const sharedDataDir = dataDirs.shared
export const makeSharedDataDir = dataDirs.makeShared
/** For tests: a new directory that holds an embedded database of the schema, with nothing in it. */
export const newDataDir = dataDirs.make
