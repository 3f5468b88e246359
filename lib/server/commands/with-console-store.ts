import type { Database } from '@/database/open-database'

/** Opens the console's store, creates or migrates it when needed, and runs one command with `runOnStore`. */
export async function withConsoleStore<T>(run: (db: Database) => Promise<T>): Promise<T> {
  const [{ openConsoleStore, storeDatabase, storeSettings }, { runOnStore }, { settings }] = await Promise.all([
    import('../store/console-store'),
    import('@/database/run-on-store'),
    import('../settings'),
  ])
  const open = (log: Parameters<typeof openConsoleStore>[1]) => openConsoleStore(undefined, log)
  return runOnStore(
    { program: 'console', logLevel: settings().LOG_LEVEL, where: storeDatabase(storeSettings()), open },
    run,
  )
}
