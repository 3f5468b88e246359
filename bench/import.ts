/**
 * Imports generated transaction lines and prints rate and peak memory of the importing process.
 *   node --import tsx bench/import.ts [LINES=1000000] [CUSTOMERS=1000] [asc|desc|shuffled]
 * Uses a new embedded database, or the PostgreSQL of BILLING_DATABASE_URL with a new merchant.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { importLines } from '@/service/data/import-lines'
import { readLines } from '@/service/data/line-reader'
import { readStoreSettings } from '@/service/settings'
import { openStore } from '@/service/store/open'
import { transactionLines } from './transaction-lines'

const [total = 1_000_000, customers = 1_000] = process.argv.slice(2, 4).map(Number)
const order = process.argv[4] ?? 'asc'

const merchantId = `bench ${Date.now()}`
const dataDir = mkdtempSync(join(tmpdir(), 'billing-bench-'))
const store = await openStore(pino(pino.destination(2)), { ...readStoreSettings(), dataDir })
const started = performance.now()
try {
  const lines = readLines(transactionLines({ merchantId, total, customers, order }))
  await importLines({ db: store.db, merchantId, lines })
  const seconds = (performance.now() - started) / 1000
  const peakMebibytes = Math.round(process.resourceUsage().maxRSS / 1024)
  console.log(
    `${total} lines, ${customers} customers, ${order}: ${Math.round(total / seconds)} lines/s, peak ${peakMebibytes} MiB`,
  )
} finally {
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
}
