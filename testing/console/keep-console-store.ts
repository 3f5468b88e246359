import { openConsoleStore } from '@/lib/server/store/console-store'
import { makeSharedConsoleDataDir, sharedConsoleDataDir } from './console-data-dir'

/** Vitest's global setup: the console's store that test files share, without any user, runs until the last has ended. */
export async function setup(): Promise<() => Promise<void>> {
  await makeSharedConsoleDataDir()
  const store = await openConsoleStore({ databaseUrl: undefined, dataDir: sharedConsoleDataDir(), poolSize: 1 })
  return () => store.close()
}
