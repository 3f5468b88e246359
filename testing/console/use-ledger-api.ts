import { createServer } from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import { BillingClient } from '@/lib/server/billing-api/billing-client'
import { ObjectIndex } from '@/lib/server/object-index/object-index'
import { parseSettings } from '@/lib/server/settings'
import { testContext } from './test-context'

/** An entry as the API sends it (section 2.6). */
export type SentEntry = Record<string, unknown> & { id: string }

/** A billing API with ledgers only, whose entries a test sets, oldest first. */
export interface LedgerApi {
  url: string
  ledgers: Map<string, readonly SentEntry[]>
  /** The pages of each ledger that were requested, in order. */
  requested: number[]
  /** Called before each page; a returned status is sent instead of the page. */
  meet: (page: number) => number | undefined
  /** What the API says of the number of entries; by default the truth. */
  countOf: (entries: number) => number | undefined
  /** How many pages it sends at the same time, at most. */
  mostAtOnce: number
}

/** Gives a test file a billing API with ledgers, and contexts with sources of their own. */
export function useLedgerApi() {
  let api: LedgerApi | undefined
  let close: (() => void) | undefined
  beforeAll(async () => {
    const started: LedgerApi = {
      url: '',
      ledgers: new Map(),
      requested: [],
      meet: () => undefined,
      countOf: (entries) => entries,
      mostAtOnce: 0,
    }
    let running = 0
    const server = createServer((request, response) => {
      running += 1
      started.mostAtOnce = Math.max(started.mostAtOnce, running)
      response.on('close', () => (running -= 1))
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const entries = started.ledgers.get(decodeURIComponent(pathname.split('/').at(-2) ?? ''))
      const page = Number(searchParams.get('page'))
      const size = Number(searchParams.get('pageSize'))
      const isAscending = searchParams.get('order') === 'asc'
      started.requested.push(page)
      const status = entries === undefined ? 404 : (started.meet(page) ?? 200)
      const ordered = isAscending ? (entries ?? []) : (entries ?? []).toReversed()
      const count = started.countOf(ordered.length)
      const results = ordered.slice((page - 1) * size, page * size)
      const body = { results, count, pages: Math.ceil((count ?? ordered.length) / size), currentPage: page }
      response.writeHead(status, { 'content-type': 'application/json' })
      // Later, so that requests at the same time are seen.
      setImmediate(() => response.end(JSON.stringify(status === 200 ? body : { message: 'No' })))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
    started.url = `http://127.0.0.1:${address.port}`
    close = () => {
      server.closeAllConnections()
      server.close()
    }
    api = started
  })
  afterAll(() => close?.())
  let sources = 0
  return () => {
    if (!api) throw new Error('The API runs from beforeAll to afterAll only')
    const settings = parseSettings({
      BILLING_API_BASE_URL: api.url,
      BILLING_API_KEY: 'key',
      LOG_LEVEL: 'silent',
      BILLING_API_BREAKER_CALLS: '1000000',
    })
    const base = testContext('admin')
    const index = new ObjectIndex(`ledgers-${(sources += 1)}`, new Map())
    const context = { ...base, environment: { ...base.environment, billing: new BillingClient(settings), index } }
    api.ledgers.clear()
    Object.assign(api, { requested: [], meet: () => undefined, countOf: (entries: number) => entries, mostAtOnce: 0 })
    return { api, context, index }
  }
}

/** Returns entries of one pool with balances that agree, one a day from 1 January 2026. */
export function plainEntries(count: number, change: (index: number) => object = () => ({})): SentEntry[] {
  let balance = 0
  return Array.from({ length: count }, (_, index) => {
    const isGrant = index % 10 === 0
    const amount = isGrant ? 90 : -9
    const previousBalance = balance
    balance += amount
    const blockId = `blk_${Math.floor(index / 10)}`
    return {
      id: `txn_${index}`,
      customerId: 'cus_1',
      createdAt: new Date(Date.UTC(2026, 0, 1 + Math.floor(index / 4), index % 4)).toISOString(),
      type: isGrant ? 'planAllocation' : 'usage',
      amount,
      previousBalance,
      newBalance: balance,
      billable: isGrant ? null : { id: 'bil_1', name: 'Completions' },
      allocationBlockId: blockId,
      allocationBlock: {
        id: blockId,
        customPricingUnitId: 'unit_1',
        customPricingUnit: { displayName: 'AI credits' },
        invoice: { id: `inv_${Math.floor(index / 10)}`, vanityId: 1000 + Math.floor(index / 10) },
        subscription: { billingCadence: 'monthly', plan: { name: 'Scale' } },
      },
      ...change(index),
    }
  })
}
