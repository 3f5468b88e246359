import { afterAll, beforeAll } from 'vitest'
import { OPEN_CONSOLE } from './open-console'
// oxlint-disable-next-line no-restricted-imports -- the fake billing API is shared with the browser tests
import { OTHER_QUERY_NAMES, startFakeBillingApi, type FakeBillingApi } from '../fake-billing-api/start-fake-billing-api'
// oxlint-disable-next-line no-restricted-imports -- as above
export { FAULTS, faultId } from '../fake-billing-api/fault-catalogue'
// oxlint-disable-next-line no-restricted-imports -- as above
export { SCENARIO_IDS } from '../fake-billing-api/ids'
// oxlint-disable-next-line no-restricted-imports -- as above
export { SCENARIOS } from '../fake-billing-api/scenarios'
// oxlint-disable-next-line no-restricted-imports -- as above
export type { ResourceKind, Scenario } from '../fake-billing-api/scenario'

/** Gives a test file a fake billing API over HTTP. The returned function returns the running server. */
export function useFakeBillingApi(settings: Readonly<Record<string, string>> = {}): () => FakeBillingApi {
  let api: FakeBillingApi | undefined
  beforeAll(async () => {
    api = await startFakeBillingApi({ isDemo: true })
    Object.assign(process.env, {
      BILLING_API_BASE_URL: api.url,
      BILLING_API_KEY: api.key,
      LOG_LEVEL: 'silent',
      ...OPEN_CONSOLE,
      ...OTHER_QUERY_NAMES,
      ...settings,
    })
  })
  afterAll(() => api?.close())
  return () => {
    if (!api) throw new Error('The other billing API runs from beforeAll to afterAll')
    return api
  }
}
