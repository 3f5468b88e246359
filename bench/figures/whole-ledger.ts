import { setTimeout as wait } from 'node:timers/promises'
import type { LedgerRead } from '@/lib/ledger/whole-ledger'
import type { Store } from '@/service/store/open'
import { type BillingService, ledgerUrl, MERCHANT, startBillingService } from '../billing-service'
import type { Bench, BenchOptions } from '../figure'
import { whileRunning } from '../listening-program'
import { forgetPeak, peakBytes, residentBytes } from '../resident-memory'
import { type BenchConsole, startBenchConsole } from '../signed-in-console'
import { short } from '../take-turns'
import { importLedger } from '../transaction-lines'

const RATE = '15 rate'
const MEMORY = '15 memory'
const MEBIBYTE = 1024 * 1024
const QUIET_MS = 2_000

/** Measures how the console reads a ledger of 1,000,000 entries whole. One sample: it takes minutes. */
export const wholeLedger: Bench = {
  figures: [
    { id: RATE, name: 'Whole ledger of 10^6 ÷ a plain loop over its pages', unit: '×', goal: { atLeast: 0.7 } },
    { id: MEMORY, name: 'Whole ledger of 10^6: memory above idle', unit: 'MiB', goal: { atMost: 96 } },
  ],
  async measure(options) {
    const entries = options.quick ? 20_000 : 1_000_000
    const databaseUrl = await options.shared.newDatabase()
    const fill = (store: Store) => importLedger(store, MERCHANT, entries)
    return whileRunning(startBillingService({ databaseUrl, fill }), async (service) => {
      const loopMs = await readPages(service, entries, options)
      const { ms, mebibytes } = await whileRunning(startBenchConsole(service, options), (console) =>
        readWhole(console, entries, options),
      )
      options.log(`  15: loop ${short(loopMs / 1000)} s, console ${short(ms / 1000)} s, ${short(mebibytes)} MiB`)
      return new Map([
        [RATE, [loopMs / ms]],
        [MEMORY, [mebibytes]],
      ])
    })
  },
}

/** Reads all pages one after another, as a script would. @returns the milliseconds it took */
async function readPages(service: BillingService, entries: number, { signal }: BenchOptions): Promise<number> {
  const headers = { 'x-api-key': service.key }
  const startedAt = performance.now()
  for (let page = 1; page <= Math.ceil(entries / 100); page += 1) {
    const url = ledgerUrl(service.url, 'customer-0', page).replace('pageSize=20&order=desc', 'pageSize=100&order=asc')
    const response = await fetch(url, { headers, signal })
    if (!response.ok) throw new Error(`Page ${page} responds with ${response.status}`)
    await response.json()
  }
  return performance.now() - startedAt
}

async function readWhole({ url, cookie, pid }: BenchConsole, entries: number, { signal, log }: BenchOptions) {
  const path = `${url}/api/customers/customer-0/ledger`
  const headers = { cookie, origin: new URL(url).origin, 'x-billing-console': '1', 'content-type': 'application/json' }
  const read = async (): Promise<LedgerRead> => (await fetch(path, { headers, signal })).json()
  await fetch(`${url}/customers/customer-0/transactions`, { headers, signal })
  await wait(QUIET_MS)
  const idle = await residentBytes(pid)
  await forgetPeak(pid)
  const startedAt = performance.now()
  await fetch(path, { method: 'POST', headers, body: '{}', signal })
  let state = await read()
  while (state.state === 'running') {
    await wait(500, undefined, { signal })
    state = await read()
  }
  const ms = performance.now() - startedAt
  if (state.state !== 'complete' || state.checkedEntries !== entries)
    throw new Error(`Ended ${JSON.stringify(state).slice(0, 500)}`)
  log(`  15: ${state.breakCount} breaks`)
  return { ms, mebibytes: ((await peakBytes(pid)) - idle) / MEBIBYTE }
}
