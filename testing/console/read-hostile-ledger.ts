/*
 * Test program: `node --import tsx testing/console/read-hostile-ledger.ts http://127.0.0.1:4000 pools` reads the ledger `pools` of a
 * billing API whole, into an embedded store of its own, and prints the verdict, the size of its state and the memory.
 */
import { rmSync } from 'node:fs'
import { ledgerVerdict } from '@/lib/ledger/ledger-verdict'
import { BillingClient } from '@/lib/billing-api/server/billing-client'
import { emptyIndexMemory, ObjectIndex } from '@/lib/objects/server/object-index'
import { runOperation } from '@/lib/run-operation'
import { parseSettings } from '@/lib/core/server/settings'
import { openConsoleStore } from '@/lib/store/console-store'
import { ledgerReads } from '@/lib/store/ledger-schema'
import { newConsoleDataDir } from './console-data-dir'
import { testContext } from './test-context'
import { workOnJobs } from './work-on-jobs'

const MIB = 2 ** 20
const [url = '', externalId = ''] = process.argv.slice(2)
const dataDir = await newConsoleDataDir('hostile-ledger-')
Object.assign(process.env, { LOG_LEVEL: 'silent', CONSOLE_DEMO: '1', BILLING_API_BASE_URL: url, DATA_DIR: dataDir })
const store = await openConsoleStore({ databaseUrl: undefined, dataDir, poolSize: 1 })
globalThis.consoleStoreOpening = Promise.resolve(store)
const settings = parseSettings({ BILLING_API_BASE_URL: url, BILLING_API_KEY: 'ledger-key', LOG_LEVEL: 'silent' })
const base = testContext('admin')
const index = new ObjectIndex('hostile', emptyIndexMemory())
const context = { ...base, environment: { ...base.environment, billing: new BillingClient(settings), index } }

const peak = { rss: 0, heap: 0 }
const before = process.memoryUsage().rss
const sampling = setInterval(() => {
  const { rss, heapUsed, external } = process.memoryUsage()
  Object.assign(peak, { rss: Math.max(peak.rss, rss - before), heap: Math.max(peak.heap, heapUsed + external) })
}, 20)
await runOperation('readLedger', context, { externalId })
await workOnJobs(context.environment)
clearInterval(sampling)
const [row] = await store.db.select({ check: ledgerReads.check }).from(ledgerReads)
const read = await runOperation('getLedgerRead', context, { externalId })
console.log(
  JSON.stringify({
    verdict: ledgerVerdict({ ...read, entries: read.checkedEntries }),
    entries: read.entries,
    stateChars: row?.check.length,
    addedRssMebibytes: Math.ceil(peak.rss / MIB),
    heapMebibytes: Math.ceil(peak.heap / MIB),
  }),
)
await store.close()
rmSync(dataDir, { recursive: true, force: true })
