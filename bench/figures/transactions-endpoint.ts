import { importLines } from '@/service/data/import-lines'
import { readLines } from '@/service/data/line-reader'
import type { Store } from '@/service/store/open'
import { ledgerUrl, MERCHANT, startBillingService } from '../billing-service'
import { eachFigure } from '../each-figure'
import type { Bench, BenchOptions } from '../figure'
import { startMemoryServer } from '../listening-program'
import { requestsPerSecond, warmUp } from '../load'
import { ratiosOf } from '../take-turns'
import { customerLine, transactionLines } from '../transaction-lines'

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

async function ratios(name: string, options: BenchOptions, databaseUrl?: string): Promise<number[]> {
  const service = await startBillingService({ databaseUrl, fill })
  try {
    const headers = { 'x-api-key': service.key }
    const ours = { url: ledgerUrl(service.url, 'customer-0'), headers, connections: CONNECTIONS }
    const page = await (await fetch(ours.url, { headers })).text()
    const memory = await startMemoryServer(page, 'stringify')
    try {
      const other = { url: memory.url, connections: CONNECTIONS }
      for (const side of [ours, other]) await warmUp(side, options.quick)
      const ms = options.quick ? 700 : 4_000
      const sides = { ours: () => requestsPerSecond(ours, ms), other: () => requestsPerSecond(other, ms) }
      return await ratiosOf(name, options, sides)
    } finally {
      await memory.stop()
    }
  } finally {
    await service.stop()
  }
}

async function fill({ db }: Store): Promise<void> {
  const lines = transactionLines({ merchantId: MERCHANT, total: ENTRIES, customers: 1 })
  await importLines({ db, merchantId: MERCHANT, lines: readLines(lines) })
  const customer = readLines(asStream(customerLine(0)))
  await importLines({ db, merchantId: MERCHANT, lines: customer })
}

async function* asStream(line: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(line)
}
