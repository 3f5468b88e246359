import { request } from 'undici'
import { type BillingService, ledgerUrl, startBillingService } from '../billing-service'
import type { Bench, BenchOptions, Figure } from '../figure'
import { copyRows, fillWithSamples, type RowCounts } from '../many-rows'
import { medianOf, ratiosOf } from '../take-turns'

const FEW: RowCounts = { transactions: 1_000, customers: 10, subscriptions: 1_000 }
const MANY: RowCounts = { transactions: 10_000_000, customers: 100_000, subscriptions: 100_000 }
const QUICK: RowCounts = { transactions: 1_000_000, customers: 10_000, subscriptions: 10_000 }
const PAGE_SIZE = 20

const figure = (of: string, name: string): Figure => ({ id: `12 ${of}`, name, unit: '×', goal: { atMost: 1.3 } })

/** A service, and how much is in its store. */
interface Side {
  service: BillingService
  counts: RowCounts
}

interface Request {
  url: string
  method?: 'POST' | 'DELETE'
}

/** Each endpoint's request for the nth time; what a write has changed it does not ask for again. */
const ENDPOINTS: Record<string, (side: Side, nth: number) => Request> = {
  '12 ledger': ({ service, counts }, nth) => ({
    url: ledgerUrl(service.url, `customer-${1 + spread(nth, counts.customers - 1)}`),
  }),
  '12 subscription': ({ service, counts }, nth) => ({
    url: `${service.url}/external/subscriptions/sub_${spread(nth, counts.subscriptions)}/expanded`,
  }),
  '12 invoice': ({ service, counts }, nth) => ({
    url: `${service.url}/external/invoices/inv_${spread(nth, counts.subscriptions)}/with-line-items`,
  }),
  '12 cancel': ({ service, counts }, nth) => ({
    url: `${service.url}/external/subscriptions/sub_${2 * spread(nth, counts.subscriptions / 2)}/cancel`,
    method: 'POST',
  }),
  '12 delete': ({ service, counts }, nth) => ({
    url: `${service.url}/external/subscriptions/sub_${2 * spread(nth, counts.subscriptions / 2) + 1}`,
    method: 'DELETE',
  }),
}

/** Every endpoint of the service with many rows, against the same with few. */
export const rowCounts: Bench = {
  figures: [
    figure('ledger', 'A ledger page, 10^7 transactions ÷ 10^3'),
    figure('subscription', 'A subscription, 10^7 ÷ 10^3'),
    figure('invoice', 'An invoice, 10^7 ÷ 10^3'),
    figure('cancel', 'A cancel, 10^7 ÷ 10^3'),
    figure('delete', 'A delete, 10^7 ÷ 10^3'),
    figure('last page', 'Last ledger page ÷ first, of 5,000,000 entries'),
  ],
  async measure(options) {
    const few = await start(FEW, options)
    try {
      const many = await start(options.quick ? QUICK : MANY, options)
      try {
        return await measureSides(few, many, options)
      } finally {
        await many.service.stop()
      }
    } finally {
      await few.service.stop()
    }
  },
}

async function start(counts: RowCounts, { shared, signal }: BenchOptions): Promise<Side> {
  const databaseUrl = await shared.newDatabase()
  const fill = async (store: Parameters<typeof fillWithSamples>[0]) => {
    await fillWithSamples(store)
    await copyRows(databaseUrl, counts, signal)
  }
  return { service: await startBillingService({ databaseUrl, fill }), counts }
}

async function measureSides(few: Side, many: Side, options: BenchOptions) {
  const samples = new Map<string, number[]>()
  // With the rounds and the one before them, as many as there are of each to cancel and to delete.
  const times = options.quick ? 60 : 80
  for (const [id, requestOf] of Object.entries(ENDPOINTS)) {
    const sideOf = (side: Side) => requestsOf(side, times, requestOf)
    samples.set(id, await ratiosOf(id, options, inTurns(sideOf(many), sideOf(few))))
  }
  const { transactions } = many.counts
  const lastPage = transactions / 2 / PAGE_SIZE
  const page = (number: number) =>
    requestsOf(many, times, ({ service }) => ({ url: ledgerUrl(service.url, 'customer-0', number) }))
  samples.set('12 last page', await ratiosOf('12 last page', options, inTurns(page(lastPage), page(1))))
  return samples
}

/** Warms up on first use, by as many requests as are measured each time. @returns the median of their milliseconds */
function requestsOf({ service, counts }: Side, times: number, requestOf: (side: Side, nth: number) => Request) {
  let nth = 0
  const measure = async () => {
    const took: number[] = []
    for (let time = 0; time < times; time++) {
      const { url, method = 'GET' } = requestOf({ service, counts }, nth++)
      const startedAt = performance.now()
      const { statusCode, body } = await request(url, { method, headers: { 'x-api-key': service.key } })
      await body.text()
      took.push(performance.now() - startedAt)
      if (statusCode >= 300) throw new Error(`${method} ${url} answered ${statusCode}.`)
    }
    return medianOf(took)
  }
  return async () => {
    if (nth === 0) await measure()
    return measure()
  }
}

const inTurns = (ours: () => Promise<number>, other: () => Promise<number>) => ({ ours, other })

/** The nth of so many, in an order that jumps about: each once before any comes again. */
function spread(nth: number, count: number): number {
  return (nth * 7_919) % count
}
