import type { Store } from '@/service/store/open'
import { ledgerUrl, MERCHANT, startBillingService } from '../billing-service'
import { eachFigure } from '../each-figure'
import type { Bench, BenchOptions } from '../figure'
import { startMemoryServer, whileRunning } from '../listening-program'
import { requestsPerSecond, warmUp } from '../load'
import { ratiosOf } from '../take-turns'
import { importLedger } from '../transaction-lines'

const CONNECTIONS = 8
const ENTRIES = 1_000

/** Measures a page of transactions from the service on both databases. */
export const transactionsEndpoint: Bench = {
  figures: [
    { id: '1', name: 'Transactions endpoint ÷ node:http, PostgreSQL', unit: '×', goal: { atLeast: 0.3 } },
    { id: '2', name: 'Transactions endpoint ÷ node:http, embedded', unit: '×', goal: { atLeast: 0.06 } },
  ],
  measure(options) {
    const onPostgres = async () => ratios('1', options, await options.shared.newDatabase())
    return eachFigure(
      options,
      new Map([
        ['1', onPostgres],
        ['2', () => ratios('2', options)],
      ]),
    )
  },
}

const fill = (store: Store) => importLedger(store, MERCHANT, ENTRIES)

async function ratios(name: string, options: BenchOptions, databaseUrl?: string): Promise<number[]> {
  return whileRunning(startBillingService({ databaseUrl, fill }), async (service) => {
    const headers = { 'x-api-key': service.key }
    const ours = { url: ledgerUrl(service.url, 'customer-0'), headers, connections: CONNECTIONS }
    const page = await (await fetch(ours.url, { headers })).text()
    return whileRunning(startMemoryServer(page, 'stringify'), async (memory) => {
      const other = { url: memory.url, connections: CONNECTIONS }
      for (const side of [ours, other]) await warmUp(side, options.quick)
      const ms = options.quick ? 700 : 4_000
      const sides = { ours: () => requestsPerSecond(ours, ms), other: () => requestsPerSecond(other, ms) }
      return ratiosOf(name, options, sides)
    })
  })
}
