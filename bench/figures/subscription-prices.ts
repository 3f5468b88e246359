import { setTimeout as wait } from 'node:timers/promises'
import { loadSamples } from '@/testing/service/load-samples'
import { samplePlan, samplePrices, sampleSubscription } from '@/testing/service/samples/sample-subscription'
import type { Store } from '@/service/store/open'
import { MERCHANT, startBillingService } from '../billing-service'
import type { Bench } from '../figure'
import { whileRunning } from '../listening-program'
import { medianRatiosOf } from '../take-turns'

const PRICES = 5_000
const ID = 'sub_acme'

/** Measures a subscription whose plan has 5,000 prices, each with its own billable. */
export const subscriptionPrices: Bench = {
  figures: [{ id: '8', name: 'Subscription with 5,000 prices ÷ JSON.stringify', unit: '×', goal: { atMost: 3 } }],
  async measure(options) {
    const took: number[] = []
    const databaseUrl = await options.shared.newDatabase()
    const onOutput = (text: string) => void took.push(...readsIn(text))
    return whileRunning(startBillingService({ databaseUrl, fill, onOutput }), async (service) => {
      const url = `${service.url}/external/subscriptions/${ID}/expanded`
      const read = async () => (await fetch(url, { headers: { 'x-api-key': service.key } })).text()
      const object: unknown = JSON.parse(await read())
      const ours = async () => {
        took.length = 0
        await read()
        // The log line may arrive after the response.
        for (; took[0] === undefined; await wait(2)) options.signal.throwIfAborted()
        return took[0]
      }
      const other = async () => msOf(() => JSON.stringify(object))
      const times = options.quick ? 2 : 21
      for (let time = 0; time < times; time++) await Promise.all([read(), other()])
      return new Map([['8', await medianRatiosOf('8', options, { ours, other }, times)]])
    })
  },
}

/** Returns the durations of these reads from the service's log, in milliseconds, until the response text is built. */
function readsIn(log: string): number[] {
  return [...log.matchAll(/"route":"[^"]+\/expanded","status":200,"ms":([\d.]+)/g)].map(([, ms]) => Number(ms))
}

function msOf(run: () => void): number {
  const startedAt = performance.now()
  run()
  return performance.now() - startedAt
}

async function fill(store: Store): Promise<void> {
  const kinds = samplePrices(MERCHANT)
  const [{ billable }] = kinds
  const prices = Array.from({ length: PRICES }, (_, index) => {
    const id = `bil_${index}`
    const price = kinds[index % kinds.length] ?? kinds[0]
    return { price: { ...price, id: `price_${index}`, billableId: id, billable: billable && { ...billable, id } } }
  })
  const subscription = sampleSubscription(MERCHANT, { id: ID, plan: samplePlan(MERCHANT, { prices }) })
  await loadSamples(store, MERCHANT, [{ kind: 'subscription', data: subscription }])
}
