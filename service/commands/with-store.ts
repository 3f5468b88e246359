import { readServiceSettings } from '../settings'
import type { Database } from '@/database/open-database'

/**
 * Opens the store for one command and closes it whatever happens. What befalls its connections is logged to stderr.
 * @throws Error in plain words where the database cannot be reached any more
 */
export async function withStore<T>(run: (db: Database) => Promise<T>): Promise<T> {
  const { logLevel } = readServiceSettings()
  const [{ openStore }, { isStoreUnavailable }, { pino }] = await Promise.all([
    import('../store/open'),
    import('@/database/unavailable'),
    import('pino'),
  ])
  const log = pino({ level: logLevel, base: { program: 'billing' } }, pino.destination(2))
  const store = await openStore(log)
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
