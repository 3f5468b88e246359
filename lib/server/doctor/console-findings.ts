import { type Finding, skipped } from '@/contract/finding'
import type { Environment } from '@/contract/settings.mjs'
import { checkDataDir } from '@/database/check-data-dir'
import { checkStore } from '@/database/check-store'
import { storeDatabase, storeSettings } from '../store/console-store'
import { checkBillingApi, type KnownIds } from './check-billing-api'
import { checkPublicAddress } from './check-public-address'
import { checkSettings } from './check-settings'
import { checkSingleSignOn } from './check-single-sign-on'

/** Checks the settings of the console, and all that it needs: store, billing API, single sign-on, proxy. Changes nothing. */
export async function* consoleFindings(environment: Environment, ids: KnownIds): AsyncGenerator<Finding> {
  const { findings, settings, isBuiltIn } = checkSettings(environment)
  yield* findings
  if (settings === undefined) {
    yield skipped('All other checks', 'They need valid settings.')
    return
  }
  const where = storeSettings(settings)
  yield await checkDataDir(where)
  yield* checkStore(storeDatabase(where))
  if (isBuiltIn)
    yield skipped(
      'Billing API',
      'BILLING_API_BASE_URL is not set: npm start runs the built-in service. Check it with: npm run billing -- doctor',
    )
  else yield* checkBillingApi(settings, ids)
  yield await checkSingleSignOn(settings)
  yield* checkPublicAddress(settings)
}
