import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { openStore, type Store } from './open'
import { merchants } from './schema'

/** A store for one test file, and a merchant that nobody else has: everything of the billing service is by merchant. */
export interface FreshStore extends Store {
  /** A new merchant with nothing in it. */
  newMerchant(): Promise<string>
}

/** One embedded database for all test files and runs of one schema; making one takes seconds. Removing it is safe. */
function sharedDataDir(): string {
  const journal = readFileSync(new URL('./migrations/meta/_journal.json', import.meta.url))
  const hash = createHash('sha256').update(journal).digest('hex').slice(0, 12)
  return fileURLToPath(new URL(`../../node_modules/.cache/billing-store-${hash}`, import.meta.url))
}

/** For tests: a real store, on the PostgreSQL of `TEST_DATABASE_URL` where it is set, otherwise embedded. */
export async function openFreshStore(): Promise<FreshStore> {
  const store = await openStore({
    databaseUrl: process.env.TEST_DATABASE_URL,
    dataDir: sharedDataDir(),
    poolSize: 4,
  })
  return {
    ...store,
    async newMerchant() {
      const id = `merchant ${randomUUID()}`
      await store.db.insert(merchants).values({ id, createdAt: new Date().toISOString() })
      return id
    },
  }
}
