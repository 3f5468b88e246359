import { afterAll, beforeAll } from 'vitest'
// oxlint-disable-next-line no-restricted-imports -- the API is shared with the browser tests
import { laterOfNow, type LedgerApi, startLedgerApi } from '../fake-billing-api/start-ledger-api'
import { BillingClient } from '@/lib/billing-api/server/billing-client'
import { emptyIndexMemory, ObjectIndex } from '@/lib/objects/server/object-index'
import { parseSettings } from '@/lib/core/server/settings'
import { testContext } from './test-context'
// oxlint-disable-next-line no-restricted-imports -- as above
export { plainEntries, type SentEntry } from '../fake-billing-api/start-ledger-api'

/** Gives a test file a billing API with ledgers, and contexts with sources of their own. */
export function useLedgerApi() {
  let api: LedgerApi | undefined
  beforeAll(async () => void (api = await startLedgerApi()))
  afterAll(() => api?.close())
  let sources = 0
  return () => {
    if (!api) throw new Error('The API runs from beforeAll to afterAll only')
    const settings = parseSettings({
      BILLING_API_BASE_URL: api.url,
      BILLING_API_KEY: api.key,
      LOG_LEVEL: 'silent',
      BILLING_API_BREAKER_CALLS: '1000000',
    })
    const base = testContext('admin')
    const index = new ObjectIndex(`ledgers-${(sources += 1)}`, emptyIndexMemory())
    const context = { ...base, environment: { ...base.environment, billing: new BillingClient(settings), index } }
    api.ledgers.clear()
    Object.assign(api, {
      requested: [],
      readers: new Map(),
      meet: () => undefined,
      countOf: (entries: number) => entries,
      clock: laterOfNow,
      mostAtOnce: 0,
    })
    return { api, context, index }
  }
}
