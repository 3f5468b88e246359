import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createApiKey, hashKey } from '@/service/api-keys'
import { sharedDataDir } from './data-dirs'
import { openStore, type Store } from '@/service/store/open'
import { merchants } from '@/service/store/schema'

declare module 'vitest' {
  interface ProvidedContext {
    /** Database of the tests of this project; without `databaseUrl` it is the embedded one. `isCitus`: a real cluster. */
    billingStore: { databaseUrl?: string; isCitus?: boolean }
  }
}

/** A store for one test file, with new merchants, because all data of the billing service is per merchant. */
export interface FreshStore extends Store {
  /** Creates an empty merchant. */
  newMerchant(): Promise<string>
  /** Creates a secret key of a merchant and returns its `keyHash`. */
  newKeyHash(merchantId: string): Promise<string>
}

function providedStore(): ReturnType<typeof inject<'billingStore'>> {
  const provided: ReturnType<typeof inject<'billingStore'>> | undefined = inject('billingStore')
  if (!provided) throw new Error('This test uses the store: the name of its file must say so (vitest.config.ts).')
  return provided
}

/** For tests: returns the PostgreSQL address of this run, or undefined for the embedded database. */
export const testDatabaseUrl = (): string | undefined => providedStore().databaseUrl

/** For tests: true when the database of this run is a real Citus cluster. */
export const isCitusTest = (): boolean => providedStore().isCitus === true

/** Deadlines for tests that are not about time, because another file may hold the only embedded session for seconds. */
export const PATIENT = { readMs: 60_000, writeMs: 60_000 }

/**
 * For tests: opens a real store, PostgreSQL or embedded, depending on the vitest project.
 * @param dataDir directory of a separate embedded database, for a test that holds its session for long
 */
export async function openFreshStore(dataDir = sharedDataDir()): Promise<FreshStore> {
  const store = await openStore(pino({ enabled: false }), { databaseUrl: testDatabaseUrl(), dataDir, poolSize: 16 })
  return {
    ...store,
    async newMerchant() {
      const id = `merchant ${randomUUID()}`
      await store.db.insert(merchants).values({ id, createdAt: new Date().toISOString() })
      return id
    },
    async newKeyHash(merchantId) {
      return hashKey(await createApiKey(store.db, { merchantId, type: 'secret', now: new Date().toISOString() }))
    },
  }
}
