/**
 * Imports generated transaction lines and prints rate and peak memory of the importing process.
 *   node --import tsx bench/import.ts [LINES=1000000] [CUSTOMERS=1000] [asc|desc|shuffled]
 * Into a new embedded database, or the PostgreSQL of BILLING_DATABASE_URL (under a merchant of its own).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { importLines } from '@/service/data/import-lines'
import { readLines } from '@/service/data/line-reader'
import { readStoreSettings } from '@/service/settings'
import { openStore } from '@/service/store/open'

const [total = 1_000_000, customers = 1_000] = process.argv.slice(2, 4).map(Number)
const order = process.argv[4] ?? 'asc'
const CHUNK_LINES = 200
/** Prime to every total, so that stepping by it visits each line once. */
const STRIDE = 1_000_003

const merchantId = `bench ${Date.now()}`
const dataDir = mkdtempSync(join(tmpdir(), 'billing-bench-'))
const store = await openStore(pino(pino.destination(2)), { ...readStoreSettings(), dataDir })
const started = performance.now()
try {
  await importLines({ db: store.db, merchantId, lines: readLines(generate()), onBatch: report })
  const seconds = (performance.now() - started) / 1000
  const peakMebibytes = Math.round(process.resourceUsage().maxRSS / 1024)
  console.log(
    `${total} lines, ${customers} customers, ${order}: ${Math.round(total / seconds)} lines/s, peak ${peakMebibytes} MiB`,
  )
} finally {
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
}

function report({ lines }: { lines: number }): void {
  if (lines % 50_000 === 0) console.error(lines, `${Math.round((lines / (performance.now() - started)) * 1000)}/s`)
}

async function* generate(): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < total; from += CHUNK_LINES) {
    const count = Math.min(CHUNK_LINES, total - from)
    yield Buffer.from(Array.from({ length: count }, (_, index) => `${transactionLine(from + index)}\n`).join(''))
  }
}

function transactionLine(index: number): string {
  const serial = { asc: index, desc: total - 1 - index, shuffled: (index * STRIDE) % total }[order] ?? index
  const createdAt = new Date(Date.UTC(2025, 0, 1) + serial * 1000).toISOString()
  const data = {
    id: `txn_${serial}`,
    merchantId,
    customerId: `cus_${serial % customers}`,
    createdAt,
    updatedAt: createdAt,
    type: 'usage',
    amount: -12.5,
    previousBalance: 1000,
    newBalance: 987.5,
    allocationBlockId: `blk_${serial % customers}`,
    billableId: 'bil_tokens',
    eventId: `evt_${serial}`,
    operationId: `op_${serial}`,
    billable: { id: 'bil_tokens', name: 'Tokens' },
    allocationBlock: {
      id: `blk_${serial % customers}`,
      amount: 10000,
      customPricingUnitId: 'cpu_credits',
      customPricingUnit: { displayName: 'Credits' },
      invoice: { id: `inv_${serial % customers}`, vanityId: 1042 },
      subscription: { billingCadence: 'monthly', plan: { name: 'Scale' } },
    },
  }
  return JSON.stringify({ kind: 'transaction', data })
}
