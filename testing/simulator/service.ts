import { pino } from 'pino'
import { billingApp } from '@/service/app'
import { createApiKey } from '@/service/api-keys'
import { SAMPLE_CUSTOMER } from '@/testing/service/samples/sample-customer'
import { sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { loadSamples } from '../service/load-samples'
import { type SubscriptionId, SUBSCRIPTIONS } from './commands'
import { serve } from './network'
import { START } from './seeded-process'
import { openStores } from './stores'
import { parseResponse, subscriptionView } from '@/testing/console/whole-views'

const MERCHANT = 'merchant simulated'

export type SimulatedService = Awaited<ReturnType<typeof startService>>

/** Starts the stores and the billing service of all runs of a test file. @param seam of the consoles' statements */
export async function startService(seam: () => Promise<void>) {
  const stores = await openStores(seam)
  const app = billingApp({ db: stores.db, log: pino({ enabled: false }) })
  const subscriptions = SUBSCRIPTIONS.map((id) => {
    const data = sampleSubscription(MERCHANT, { id, ...(id === 'sub_ended' && { status: 'ended' }) })
    return { kind: 'subscription', data } as const
  })
  await loadSamples(stores, MERCHANT, [{ kind: 'customer', data: SAMPLE_CUSTOMER }, ...subscriptions])
  const key = await createApiKey(stores.db, { merchantId: MERCHANT, type: 'secret', now: START })
  await stores.keep()
  const read = async (id: SubscriptionId) => {
    const { text } = await serve(app, `/external/subscriptions/${id}/expanded`, { headers: { 'x-api-key': key } })
    return subscriptionView(parseResponse(text).json, { amountUnit: 'major', asOf: START })
  }
  // All agents have seen the subscriptions as they are at the start of a run.
  const views = { sub_one: await read('sub_one'), sub_two: await read('sub_two'), sub_ended: await read('sub_ended') }
  return { stores, app, key, views }
}
