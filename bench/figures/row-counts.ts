import { request } from 'undici'
import type { Store } from '@/service/store/open'
import { type BillingService, ledgerUrl, startBillingService } from '../billing-service'
import { eachFigure } from '../each-figure'
import type { Bench, BenchOptions, Figure } from '../figure'
import { whileRunning } from '../listening-program'
import { copyRows, fillWithSamples, type RowCounts } from '../many-rows'
import { medianRatiosOf } from '../take-turns'

const FEW: RowCounts = { transactions: 1_000, customers: 10, subscriptions: 1_000 }
const MANY: RowCounts = { transactions: 10_000_000, customers: 100_000, subscriptions: 100_000 }
const QUICK: RowCounts = { transactions: 200_000, customers: 2_000, subscriptions: 2_000 }
const PAGE_SIZE = 20

const figure = (of: string, name: string): Figure => ({ id: `12 ${of}`, name, unit: '×', goal: { atMost: 1.3 } })

/** A service and the row counts of its store. */
interface Side {
  service: BillingService
  stop: BillingService['stop']
  counts: RowCounts
}

interface Endpoint {
  figure: Figure
  method: 'GET' | 'POST' | 'DELETE'
  /** Returns the path of the nth request. Each request has another resource. */
  path: (counts: RowCounts, nth: number) => string
}

const subscriptionPath = (index: number) => `/external/subscriptions/sub_${index}`

/** Even subscriptions can be cancelled once, odd ones deleted once. */
const ENDPOINTS: readonly Endpoint[] = [
  {
    figure: figure('ledger', 'A ledger page, 10^7 transactions ÷ 10^3'),
    method: 'GET',
    path: ({ customers }, nth) => ledgerUrl('', `customer-${1 + spread(nth, customers - 1)}`),
  },
  {
    figure: figure('subscription', 'A subscription, 10^7 ÷ 10^3'),
    method: 'GET',
    path: ({ subscriptions }, nth) => `${subscriptionPath(spread(nth, subscriptions))}/expanded`,
  },
  {
    figure: figure('invoice', 'An invoice, 10^7 ÷ 10^3'),
    method: 'GET',
    path: ({ subscriptions }, nth) => `/external/invoices/inv_${spread(nth, subscriptions)}/with-line-items`,
  },
  {
    figure: figure('cancel', 'A cancel, 10^7 ÷ 10^3'),
    method: 'POST',
    path: ({ subscriptions }, nth) => `${subscriptionPath(2 * spread(nth, subscriptions / 2))}/cancel`,
  },
  {
    figure: figure('delete', 'A delete, 10^7 ÷ 10^3'),
    method: 'DELETE',
    path: ({ subscriptions }, nth) => subscriptionPath(2 * spread(nth, subscriptions / 2) + 1),
  },
]
const LAST_PAGE = figure('last page', 'Last ledger page ÷ first, of 5,000,000 entries')

/** Measures every endpoint of the service with many rows against few rows. */
export const rowCounts: Bench = {
  figures: [...ENDPOINTS.map((endpoint) => endpoint.figure), LAST_PAGE],
  measure(options) {
    return whileRunning(start(FEW, options), (few) =>
      whileRunning(start(options.quick ? QUICK : MANY, options), (many) => measureSides(few, many, options)),
    )
  },
}

async function start(counts: RowCounts, { shared, signal }: BenchOptions): Promise<Side> {
  const databaseUrl = await shared.newDatabase()
  const fill = async (store: Store) => {
    await fillWithSamples(store)
    await copyRows(databaseUrl, counts, signal)
  }
  const service = await startBillingService({ databaseUrl, fill })
  return { service, stop: service.stop, counts }
}

function measureSides(few: Side, many: Side, options: BenchOptions) {
  // Multiplied by the rounds, this stays below the number of subscriptions to cancel and to delete.
  const times = options.quick ? 25 : 80
  const against = (id: string, ours: (nth: number) => Asked, other: (nth: number) => Asked) => async () => {
    for (let time = 0; time < 2 * times; time++) {
      options.signal.throwIfAborted()
      // Identical requests: the first applies the change, and the rest measure the work around it.
      for (const askedFor of [ours, other]) await msOf(askedFor(0))
    }
    return medianRatiosOf(id, options, { ours: inOrder(ours), other: inOrder(other) }, times)
  }
  const pageOf = (page: number) => () => ({
    service: many.service,
    method: 'GET' as const,
    path: ledgerUrl('', 'customer-0', page),
  })
  const lastPage = pageOf(many.counts.transactions / 2 / PAGE_SIZE)
  const parts = ENDPOINTS.map(({ figure: { id }, method, path }) => {
    const askedOf =
      ({ service, counts }: Side) =>
      (nth: number) => ({ service, method, path: path(counts, nth) })
    return [id, against(id, askedOf(many), askedOf(few))] as const
  })
  return eachFigure(options, new Map([...parts, [LAST_PAGE.id, against(LAST_PAGE.id, lastPage, pageOf(1))]]))
}

interface Asked {
  service: BillingService
  method: Endpoint['method']
  path: string
}

/** Returns a function that makes the next request and returns its duration in milliseconds. The first request is a warm-up. */
function inOrder(askedFor: (nth: number) => Asked): () => Promise<number> {
  let nth = 0
  return () => msOf(askedFor((nth += 1)))
}

async function msOf({ service, method, path }: Asked): Promise<number> {
  const startedAt = performance.now()
  const { statusCode, body } = await request(`${service.url}${path}`, { method, headers: { 'x-api-key': service.key } })
  await body.text()
  if (statusCode >= 300) throw new Error(`${method} ${path} returned ${statusCode}.`)
  return performance.now() - startedAt
}

/** Returns the nth of `count` indices in a scattered order. Each index comes once before any repeats. */
function spread(nth: number, count: number): number {
  return (nth * 7_919) % count
}
