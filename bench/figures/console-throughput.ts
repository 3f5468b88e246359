import { cookieOf } from '@/e2e/fixtures/sign-in'
import { startConsole, type TestConsole } from '@/e2e/fixtures/start-console'
import { ensureBuilt } from '@/scripts/build/build.mjs'
import { eachFigure } from '../each-figure'
import type { Bench, BenchOptions } from '../figure'
import { startMemoryServer, whileRunning } from '../listening-program'
import { type Load, requestsPerSecond, warmUp } from '../load'
import { ratiosOf } from '../take-turns'
import { transaction } from '../transaction-lines'

const ROWS = 20
const CUSTOMER = 'customer-0'

/** Measures the throughput of a ledger page: as JSON for the browser's script, and as HTML. */
export const consoleThroughput: Bench = {
  figures: [
    { id: '3', name: 'Console’s JSON of a ledger page ÷ a Next route', unit: '×', goal: { atLeast: 0.33 } },
    { id: '4', name: 'Ledger page’s HTML ÷ a bare Next page', unit: '×', goal: { atLeast: 0.11 } },
  ],
  async measure(options) {
    await ensureBuilt(options)
    const bareApp = await options.shared.bareApp()
    const databaseUrl = await options.shared.newDatabase()
    return whileRunning(startMemoryServer(ledgerPage(), 'text'), ({ url }) =>
      whileRunning(startConsole({ billingApi: { url, key: 'memory' }, store: { databaseUrl } }), (started) =>
        measureConsole(started, bareApp, options),
      ),
    )
  },
}

async function measureConsole({ consoleUrl }: TestConsole, bareApp: string, options: BenchOptions) {
  const headers = { cookie: cookieOf(consoleUrl), 'sec-fetch-site': 'same-origin' }
  const read = { url: `${consoleUrl}/api/customers/${CUSTOMER}/transactions`, headers, connections: 8 }
  const page = { url: `${consoleUrl}/customers/${CUSTOMER}/transactions`, headers, connections: 4 }
  await checkShown(page)
  const against = (id: string, ours: Load, other: string) => async () => {
    const ms = options.quick ? 1_000 : 5_000
    const bare = { url: other, connections: ours.connections }
    const sides = { ours: () => requestsPerSecond(ours, ms), other: () => requestsPerSecond(bare, ms) }
    for (const side of [ours, bare]) await warmUp(side, options.quick)
    return ratiosOf(id, options, sides)
  }
  return eachFigure(
    options,
    new Map([
      ['3', against('3', read, `${bareApp}/noop`)],
      ['4', against('4', page, `${bareApp}/`)],
    ]),
  )
}

/** @throws Error when the page has no ledger rows, because a sign-in page would be faster */
async function checkShown({ url, headers }: Load): Promise<void> {
  const response = await fetch(url, { headers, redirect: 'manual' })
  const html = await response.text()
  if (response.status !== 200 || !html.includes('Tokens')) throw new Error(`${url} returned ${response.status}.`)
}

/** Returns the billing API's response with a full page of entries. */
function ledgerPage(): string {
  const asked = { merchantId: 'bench', total: 1_000, customers: 1, order: 'desc' }
  const results = Array.from({ length: ROWS }, (_, index) => transaction(asked, index))
  return JSON.stringify({ results, count: asked.total, pages: asked.total / ROWS, currentPage: 1 })
}
