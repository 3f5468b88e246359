import { openConsoleStore } from '@/lib/store/console-store'
import { makeSharedConsoleDataDir, sharedConsoleDataDir } from './console-data-dir'

/** Vitest global setup: keeps the shared console store open until the last test file ends. */
export async function setup(): Promise<() => Promise<void>> {
  await makeSharedConsoleDataDir()
  const store = await openConsoleStore({ databaseUrl: undefined, dataDir: sharedConsoleDataDir(), poolSize: 1 })
  return () => store.close()
}
