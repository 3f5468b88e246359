import type { Database } from '@/database/open-database'

/**
 * Opens the console's store for one command, made and up to date, and closes it whatever happens. What befalls its
 * connections is logged to stderr: standard output is the command's.
 * @throws Error in plain words where the database cannot be reached any more
 */
export async function withConsoleStore<T>(run: (db: Database) => Promise<T>): Promise<T> {
  const [{ openConsoleStore }, { isStoreUnavailable }, { pino }, { settings }] = await Promise.all([
    import('../store/console-store'),
    import('@/database/unavailable'),
    import('pino'),
    import('../settings'),
  ])
  const log = pino({ level: settings().LOG_LEVEL, base: { program: 'console' } }, pino.destination(2))
  const store = await openConsoleStore(undefined, log)
  try {
    return await run(store.db)
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error
    log.error({ err: error }, 'the database failed')
    throw new Error('The connection to the database was lost. Try again when it is back.', { cause: error })
  } finally {
    await store.close()
  }
}
