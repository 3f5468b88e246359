import { readServiceSettings } from '../env'
import type { Database } from '../store/open'

/** Opens the store for one command and closes it whatever happens. What befalls its connections is logged to stderr. */
export async function withStore<T>(run: (db: Database) => Promise<T>): Promise<T> {
  const { logLevel } = readServiceSettings()
  const [{ openStore }, { pino }] = await Promise.all([import('../store/open'), import('pino')])
  const store = await openStore(pino({ level: logLevel, base: { program: 'billing' } }, pino.destination(2)))
  try {
    return await run(store.db)
  } finally {
    await store.close()
  }
}
