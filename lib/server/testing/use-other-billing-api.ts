import { afterAll, beforeAll } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the foreign API is shared with the browser tests and lives in their room
import {
  OTHER_QUERY_NAMES,
  startOtherBillingApi,
  type OtherBillingApi,
} from '@/e2e/other-billing-api/start-other-billing-api'
// oxlint-disable-next-line no-restricted-imports -- as above
export { OTHER_IDS } from '@/e2e/other-billing-api/ids'

/** Runs a test file against the other billing API over real HTTP; the answer gives the running server. */
export function useOtherBillingApi(settings: Readonly<Record<string, string>> = {}): () => OtherBillingApi {
  let api: OtherBillingApi | undefined
  beforeAll(async () => {
    api = await startOtherBillingApi()
    Object.assign(process.env, {
      BILLING_API_BASE_URL: api.url,
      BILLING_API_KEY: api.key,
      LOG_LEVEL: 'silent',
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
