import { pino } from 'pino'
import { openStore } from '@/service/store/open'
import { makeSharedDataDir, sharedDataDir } from './data-dirs'

/** Vitest's global setup of the project "PGlite": keeps the shared database running until the last file ends. */
export async function setup(): Promise<() => Promise<void>> {
  await makeSharedDataDir()
  const settings = { databaseUrl: undefined, dataDir: sharedDataDir(), poolSize: 1 }
  const store = await openStore(pino({ enabled: false }), settings)
  return () => store.close()
}
