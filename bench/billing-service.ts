import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createApiKey } from '@/service/api-keys'
import { openStore, type Store } from '@/service/store/open'
import { type ListeningProgram, startListening } from './listening-program'

export const MERCHANT = 'bench'

/** The billing service in its own process, and the key of the bench's merchant. */
export interface BillingService extends ListeningProgram {
  key: string
}

interface ServiceOptions {
  /** By default a new embedded database, which is removed with the service. */
  databaseUrl?: string
  /** Fills the new store, which contains only the merchant. */
  fill: (store: Store) => Promise<void>
  /** Receives the log, one line of JSON for each request. */
  onOutput?: (text: string) => void
}

/** Fills a new store, and starts the service on it as `npm start` does. */
export async function startBillingService({ databaseUrl, fill, onOutput }: ServiceOptions): Promise<BillingService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'billing-bench-'))
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  try {
    const store = await openStore(pino({ enabled: false }), { databaseUrl, dataDir, poolSize: 2 })
    let key: string
    try {
      key = await createApiKey(store.db, { merchantId: MERCHANT, type: 'secret', now: new Date().toISOString() })
      await fill(store)
    } finally {
      await store.close()
    }
    const env = {
      ...process.env,
      NODE_ENV: 'production' as const,
      BILLING_DATABASE_URL: databaseUrl ?? '',
      BILLING_SERVICE_PORT: '0',
      DATA_DIR: dataDir,
    }
    const service = await startListening('billing service', ['service/cli.ts', 'serve'], env, onOutput)
    const stop = async () => {
      await service.stop()
      await remove()
    }
    return { ...service, key, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Returns the URL of a page of a customer's ledger. */
export function ledgerUrl(service: string, externalId: string, page = 1): string {
  const path = `/external/customers/external-id/${encodeURIComponent(externalId)}/transactions`
  return `${service}${path}?page=${page}&pageSize=20&order=desc`
}
