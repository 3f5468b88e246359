import { BillingProblem } from '@/contract/billing/problem'
import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tally } from '../scripts/test/volume.mjs'
import { createApiKey } from './api-keys'
import { billingApp } from './app'
import { httpRequest } from '@/testing/service/http-request'
import { SAMPLE_DATES } from '@/testing/service/samples/sample-customer'
import { sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { loadSamples } from '@/testing/service/load-samples'
import { serve } from './serve'
import { openFreshStore, PATIENT, testDatabaseUrl, type FreshStore } from '@/testing/service/fresh-store'
import { newDataDir } from '@/testing/service/data-dirs'

const RACES = 1_000
/** Cancels of each lane that measure how long one takes. */
const WARM_UP = 10
/** The embedded database has one session, so parallel requests would only wait for each other. */
const LANES = testDatabaseUrl() === undefined ? 1 : 4

let dataDir: string
let store: FreshStore
beforeAll(async () => {
  dataDir = await newDataDir('billing-deadline-races-')
  store = await openFreshStore(dataDir)
})
afterAll(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test(
  'a cancel that meets its deadline at any moment returns 200 only when it is applied, and "nothing was changed" only when it is not',
  { timeout: 600_000 },
  async () => {
    const merchantId = await store.newMerchant()
    const { plan } = sampleSubscription(merchantId)
    const ids = Array.from({ length: LANES * WARM_UP + RACES }, (_, index) => `sub_${index}`)
    await loadSamples(
      store,
      merchantId,
      ids.map((id) => ({ kind: 'subscription', data: sampleSubscription(merchantId, { id, plan }) })),
    )
    const key = await createApiKey(store.db, { merchantId, type: 'secret', now: SAMPLE_DATES.createdAt })
    const headers = { 'x-api-key': key }
    const responses = new Map<string, string>()
    const waiting = ids.values()
    const lane = async () => {
      const deadlines = { ...PATIENT }
      const app = billingApp({ db: store.db, log: pino({ enabled: false }), deadlines })
      const service = await serve(app, { host: '127.0.0.1', port: 0 })
      let longestMs = 0
      let count = 0
      for (const id of waiting) {
        deadlines.writeMs = count < WARM_UP ? PATIENT.writeMs : 1 + Math.floor(Math.random() * longestMs)
        const startedAtMs = performance.now()
        const { status, text } = await httpRequest(service.url, `/external/subscriptions/${id}/cancel`, {
          method: 'POST',
          headers,
        })
        // The first cancels also open connections.
        if (count >= WARM_UP / 2 && count < WARM_UP) longestMs = Math.max(longestMs, performance.now() - startedAtMs)
        count += 1
        responses.set(id, status === 200 ? 'done' : BillingProblem.parse(JSON.parse(text)).code)
      }
      await service.close()
    }
    await Promise.all(Array.from({ length: LANES }, lane))

    const outcomes: Record<string, number> = {}
    const { rows } = await store.db.$client.query<{ id: string; end_date: string | null }>(
      'select id, end_date from subscriptions where merchant_id = $1',
      [merchantId],
    )
    expect(rows).toHaveLength(ids.length)
    for (const { id, end_date: endDate } of rows) {
      const response = responses.get(id) ?? 'none'
      outcomes[response] = (outcomes[response] ?? 0) + 1
      const isApplied = endDate !== null
      const wasSaid = response === 'outcome_unknown' ? isApplied : response === 'done'
      expect({ id, response, isApplied }).toEqual({ id, response, isApplied: wasSaid })
    }
    console.log(`${RACES} races of a deadline and a commit: ${JSON.stringify(outcomes)}`)
    tally('races of a deadline and a commit', RACES)
    expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(['done', 'deadline_passed']))
  },
)
