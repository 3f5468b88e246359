import { type Finding, ok, skipped, wrong } from '@/contract/finding'
import { unknownSettings } from '@/contract/settings.mjs'
import { checkDataDir, checkStore } from '@/database/check-store'
import type { Database } from '@/database/open-database'
import { reasonOf } from '@/telemetry/loggable'
import { listApiKeys } from './api-keys'
import { readServiceSettings, readStoreSettings, type StoreSettings } from './settings'
import { checkNodes, undistributedTables } from './store/distribute'
import { storeDatabase } from './store/open'

/** Checks the settings of the billing service, and what it needs to start. Changes nothing. */
export async function* serviceFindings(environment: NodeJS.ProcessEnv): AsyncGenerator<Finding> {
  const unknown = unknownSettings(environment)
  for (const sentence of unknown) yield wrong('Settings', sentence)
  const settings = readOrProblem(environment)
  if (typeof settings === 'string') {
    yield wrong('Settings', settings)
    yield skipped('All other checks', 'They need valid settings.')
    return
  }
  if (unknown.length === 0) yield ok('Settings', 'valid, and none is unknown')
  yield await checkDataDir(settings)
  yield* checkStore(storeDatabase(settings), async function* (db) {
    yield await checkKeys(db)
    yield await checkDistribution(db)
  })
}

function readOrProblem(environment: NodeJS.ProcessEnv): StoreSettings | string {
  try {
    readServiceSettings(environment)
    return readStoreSettings(environment)
  } catch (error) {
    return reasonOf(error)
  }
}

async function checkKeys(db: Database): Promise<Finding> {
  const keys = await listApiKeys(db)
  const active = keys.filter(({ type, revokedAt }) => type === 'secret' && revokedAt === null)
  const merchants = new Set(active.map(({ merchantId }) => merchantId)).size
  if (active.length > 0) return ok('API keys', `${active.length} secret keys of ${merchants} merchants are valid`)
  return wrong(
    'API keys',
    'There is no valid secret key, so the API refuses every request. Make one: npm run billing -- keys create --merchant ID --type secret',
  )
}

async function checkDistribution(db: Database): Promise<Finding> {
  const tables = await undistributedTables(db)
  if (tables === null) return skipped('Distribution', 'This PostgreSQL has no Citus.')
  const { all, missing } = tables
  if (missing.length === all) return skipped('Distribution', 'Citus is installed, but no table is distributed.')
  if (missing.length > 0)
    return wrong(
      'Distribution',
      `These tables have no place in the cluster: ${missing.join(', ')}. Stop the service and run: npm run billing -- distribute`,
    )
  const { lost, withoutLimits } = await checkNodes(db)
  if (lost.length > 0)
    return wrong(
      'Distribution',
      `These nodes are lost: ${lost.join(', ')}. Requests for their shards get 503, and imports fail. Start them, or promote their standbys.`,
    )
  if (withoutLimits.length === 0)
    return ok('Distribution', `all ${all} tables have their place, and every node our limits`)
  return wrong(
    'Distribution',
    `Sessions between nodes lack our limits on ${withoutLimits.join(', ')}. Run: npm run billing -- distribute`,
  )
}
