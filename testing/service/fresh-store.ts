import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { inject } from 'vitest'
import { createApiKey, hashKey } from '@/service/api-keys'
import { sharedDataDir } from './data-dirs'
import { openStore, type Store } from '@/service/store/open'
import { merchants } from '@/service/store/schema'

declare module 'vitest' {
  interface ProvidedContext {
    /** What the tests of this project run on; no `databaseUrl`: the embedded database. */
    billingStore: { databaseUrl?: string }
  }
}

/** A store for one test file, and a merchant that nobody else has: everything of the billing service is by merchant. */
export interface FreshStore extends Store {
  /** A new merchant with nothing in it. */
  newMerchant(): Promise<string>
  /** `keyHash` of a new secret key of a merchant. */
  newKeyHash(merchantId: string): Promise<string>
}

/** For tests: the PostgreSQL this run is on, or undefined where it is the embedded database. */
export function testDatabaseUrl(): string | undefined {
  const provided: ReturnType<typeof inject<'billingStore'>> | undefined = inject('billingStore')
  if (!provided) throw new Error('This test uses the store: name it in STORE_TESTS of vitest.config.ts.')
  return provided.databaseUrl
}

/** For tests that are not about time: another file may have the embedded database's only session for seconds. */
export const PATIENT = { readMs: 60_000, writeMs: 60_000 }

/**
 * For tests: a real store, PostgreSQL or embedded as the vitest project says.
 * @param dataDir of an embedded database of its own, for a test that holds its session for long
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
