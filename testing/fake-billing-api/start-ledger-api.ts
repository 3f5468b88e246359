import { createServer } from 'node:http'
import { testPort } from '../console/test-port'

/** An entry as the API sends it (section 2.6). */
export type SentEntry = Record<string, unknown> & { id: string }

/** A billing API with ledgers only, whose entries a test sets, oldest first. */
export interface LedgerApi {
  url: string
  key: string
  ledgers: Map<string, readonly SentEntry[]>
  /** The pages of each ledger that were requested, in order. */
  requested: number[]
  /** Who requested the pages of each ledger, in order: one ID for each run of a read. */
  readers: Map<string, string[]>
  /** Called before each page; a returned status is sent instead of the page. */
  meet: (page: number) => number | undefined | Promise<undefined>
  /** What the API says of the number of entries; by default the truth. */
  countOf: (entries: number) => number | undefined
  /** The time on its clock; by default now, or that of the newest entry when it is later. */
  clock: (entries: readonly SentEntry[]) => Date
  /** The time that each page takes. */
  delayMs: number
  /** How many pages it sends at the same time, at most. */
  mostAtOnce: number
  close: () => void
}

/** Starts a billing API that has only ledgers. */
export async function startLedgerApi(): Promise<LedgerApi> {
  const api: LedgerApi = {
    url: '',
    key: 'ledger-key',
    ledgers: new Map(),
    requested: [],
    readers: new Map(),
    meet: () => undefined,
    countOf: (entries) => entries,
    clock: laterOfNow,
    delayMs: 0,
    mostAtOnce: 0,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  let running = 0
  const server = createServer((request, response) => {
    running += 1
    api.mostAtOnce = Math.max(api.mostAtOnce, running)
    response.on('close', () => (running -= 1))
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const externalId = decodeURIComponent(pathname.split('/').at(-2) ?? '')
    const entries = api.ledgers.get(externalId)
    const page = Number(searchParams.get('page'))
    const size = Number(searchParams.get('pageSize'))
    const isAscending = searchParams.get('order') === 'asc'
    // A page of one entry only shows whether there is a ledger.
    const isPage = size > 1
    if (isPage) {
      api.readers.set(externalId, [...(api.readers.get(externalId) ?? []), String(request.headers['x-request-id'])])
      api.requested.push(page)
    }
    const all = entries ?? []
    const [from, to] = [(page - 1) * size, page * size]
    const results = isAscending
      ? all.slice(from, to)
      : all.slice(Math.max(0, all.length - to), Math.max(0, all.length - from)).toReversed()
    const count = api.countOf(all.length)
    const body = { results, count, pages: Math.ceil((count ?? all.length) / size), currentPage: page }
    const end = (status: number) => {
      response.writeHead(status, { 'content-type': 'application/json', date: api.clock(all).toUTCString() })
      response.end(JSON.stringify(status === 200 ? body : { message: 'No' }))
    }
    const met = entries === undefined ? 404 : isPage ? api.meet(page) : undefined
    if (met instanceof Promise) void met.then(() => end(200))
    // Later, so that requests at the same time are seen.
    else if (api.delayMs === 0) setImmediate(end, met ?? 200)
    else setTimeout(end, api.delayMs, met ?? 200)
  })
  api.url = `http://127.0.0.1:${await testPort(server)}`
  return api
}

/** Returns now, or the instant of the newest entry when it is later. */
export function laterOfNow(entries: readonly SentEntry[]): Date {
  const newestMs = Date.parse(String(entries.at(-1)?.['createdAt']))
  return new Date(Math.max(Date.now(), Number.isNaN(newestMs) ? 0 : newestMs))
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
