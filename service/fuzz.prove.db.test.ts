import { BILLING_ERRORS, BillingProblem } from '@/contract/billing/problem'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { tally } from '../scripts/test/volume.mjs'
import { createApiKey } from './api-keys'
import { billingApp } from './app'
import { seededRandom } from './data/demo/random'
import type { HttpResponse } from '@/testing/service/http-request'
import { SAMPLE_CUSTOMER } from '@/testing/service/samples/sample-customer'
import { sampleInvoice } from '@/testing/service/samples/sample-invoice'
import { sampleSubscription } from '@/testing/service/samples/sample-subscription'
import { sampleTransaction } from '@/testing/service/samples/sample-transaction'
import { loadSamples } from '@/testing/service/load-samples'
import { serve, type RunningService } from './serve'
import { openFreshStore, PATIENT, testDatabaseUrl, type FreshStore } from '@/testing/service/fresh-store'
import { RawConnection, type RawRequest } from '@/testing/service/raw-connection'
import { randomGarbage, randomRequest, type FuzzTargets } from '@/testing/service/random-request'
import { storedRows } from '@/testing/service/stored-rows'

const NOW = '2026-03-10T12:00:00.000Z'
/** `FUZZ_SEED` repeats a failed run at the same volume. The embedded database is slow, so it gets fewer requests. */
const SEED = process.env.FUZZ_SEED ?? String(Date.now())
const isEmbedded = testDatabaseUrl() === undefined
const REQUESTS = isEmbedded ? 20_000 : 100_000
/**
 * Smallest share of each status among all responses, a third of the usual share or less. A run that never gets past the
 * key, the address or the body fails. The rare statuses (413, 431) count from 20,000 requests.
 */
const MIN_SHARES: Readonly<Record<number, number>> = {
  200: 0.04,
  400: 0.1,
  401: 0.03,
  403: 0.008,
  404: 0.07,
  405: 0.03,
  409: 0.008,
  413: 0.00005,
  415: 0.006,
  431: 0.00005,
}
/** A customer whose id must be percent-encoded in a URL. */
const CUSTOMER = { ...SAMPLE_CUSTOMER, externalId: 'acme/köln 7%' }
const CONNECTIONS = 4
const PIPELINED = 8

let store: FreshStore
let service: RunningService
let merchantId: string
let targets: FuzzTargets

beforeAll(async () => {
  store = await openFreshStore()
  merchantId = await store.newMerchant()
  await loadSamples(store, merchantId, [
    { kind: 'customer', data: CUSTOMER },
    { kind: 'subscription', data: sampleSubscription(merchantId) },
    { kind: 'subscription', data: sampleSubscription(merchantId, { id: 'a/b %ü@', status: 'deleted' }) },
    { kind: 'invoice', data: sampleInvoice(merchantId) },
    { kind: 'transaction', data: sampleTransaction(merchantId) },
  ])
  targets = {
    apiKeys: [
      await createApiKey(store.db, { merchantId, type: 'secret', now: NOW }),
      await createApiKey(store.db, { merchantId, type: 'publishable', now: NOW }),
    ],
    activeSubscriptionId: 'sub_acme',
    deletedSubscriptionId: 'a/b %ü@',
    invoiceId: 'inv_1042',
    externalCustomerId: CUSTOMER.externalId,
  }
  const app = billingApp({ db: store.db, log: pino({ enabled: false }), now: () => NOW, deadlines: PATIENT })
  service = await serve(app, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await service.close()
  await store.close()
})

/** Returns undefined when the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const REFUSALS: Record<string, { status: number; title: string }> = BILLING_ERRORS

const ProblemText = z.string().transform(parseJson).pipe(BillingProblem.strict())

const inWords = (requests: readonly RawRequest[]) =>
  JSON.stringify(requests.map(({ bytes }) => bytes.toString('latin1')))

/** Describes what is wrong with a response; undefined when it is correct. */
function faultOf({ status, headers, text }: HttpResponse): string | undefined {
  if (status >= 500) return `status ${status}`
  if (headers['x-request-id'] === undefined || headers['cache-control'] !== 'no-store') return 'headers are missing'
  if (status < 300) return undefined
  if (headers['content-type'] !== 'application/problem+json') return `content-type ${String(headers['content-type'])}`
  if (text === '') return undefined
  const problem = ProblemText.safeParse(text)
  if (!problem.success) return `not a problem: ${text}`
  const { code, detail, message, requestId } = problem.data
  if (REFUSALS[code]?.status !== status) return `code ${code} with status ${status}`
  return detail === message && requestId === headers['x-request-id'] && detail !== '' ? undefined : 'words do not agree'
}

it(
  `responds to ${REQUESTS} random requests without an internal error, and changes nothing`,
  { timeout: 540_000 },
  async () => {
    const before = await storedRows(store.db, merchantId)
    const { port } = new URL(service.url)
    const statuses = new Map<number, number>()
    const startedAt = performance.now()
    let sent = 0

    const runConnection = async (name: string) => {
      const random = seededRandom(name)
      const connection = new RawConnection(Number(port))
      for (let left = REQUESTS / CONNECTIONS; left > 0;) {
        const isGarbage = random.chance(0.05)
        const requests = isGarbage
          ? [{ bytes: randomGarbage(random, targets), isHead: false }]
          : Array.from({ length: Math.min(left, random.int(1, PIPELINED)) }, () => randomRequest(random, targets))
        const responses = isGarbage ? await connection.sendLast(requests) : await connection.send(requests)
        const responseCount = isGarbage ? 1 : responses.length
        left -= responseCount
        sent += responseCount
        for (const [index, response] of responses.entries()) {
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
          const fault = faultOf(response)
          if (fault) throw new Error(`FUZZ_SEED=${SEED}: ${fault} in response ${index} to ${inWords(requests)}`)
        }
        // Requests behind one that closes the connection get no response and do not count.
        if (!isGarbage && responses.length < requests.length && responses.at(-1)?.headers.connection !== 'close')
          throw new Error(`FUZZ_SEED=${SEED}: only ${responses.length} responses to ${inWords(requests)}`)
      }
      connection.close()
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => runConnection(`${SEED}/${index}`)))

    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
    console.log(`Fuzz: ${sent} requests in ${seconds} s, FUZZ_SEED=${SEED}. Responses by status: ${counts.join(', ')}`)
    expect(await storedRows(store.db, merchantId)).toEqual(before)
    tally('fuzzed requests', sent)
    const tooFew = Object.entries(MIN_SHARES).filter(
      ([status, share]) => (statuses.get(Number(status)) ?? 0) < Math.floor(share * sent),
    )
    expect(tooFew, `FUZZ_SEED=${SEED}: statuses with fewer responses than this share of them`).toEqual([])
  },
)
