import { importLines } from '@/service/data/import-lines'
import { readLines } from '@/service/data/line-reader'
import { type BillingService, MERCHANT, startBillingService } from './billing-service'
import type { SharedPrograms } from './figure'
import { RESOURCES } from './large-resources'

export type ResourceName = keyof typeof RESOURCES

const filled = new WeakMap<SharedPrograms, { databaseUrl: string; names: Set<ResourceName> }>()

/** Starts the billing service on PostgreSQL with these resources. A run imports each resource once. */
export async function startLargeService(
  shared: SharedPrograms,
  names: readonly ResourceName[],
): Promise<BillingService> {
  const known = filled.get(shared) ?? { databaseUrl: await shared.newDatabase(), names: new Set() }
  filled.set(shared, known)
  return startBillingService({
    databaseUrl: known.databaseUrl,
    fill: async ({ db }) => {
      for (const name of names) {
        if (known.names.has(name)) continue
        await importLines({ db, merchantId: MERCHANT, lines: readLines(RESOURCES[name]()) })
        known.names.add(name)
      }
    },
  })
}
