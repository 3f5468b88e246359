import type { Database } from '../store/open'

/** Opens the store for one command and closes it whatever happens. */
export async function withStore<T>(run: (db: Database) => Promise<T>): Promise<T> {
  const { openStore } = await import('../store/open')
  const store = await openStore()
  try {
    return await run(store.db)
  } finally {
    await store.close()
  }
}
