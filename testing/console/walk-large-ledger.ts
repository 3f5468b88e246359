/*
 * Test program: `node --expose-gc --import tsx testing/console/walk-large-ledger.ts 1000000` walks a ledger of 1,000,000
 * entries whose last page repeats the first entry, and prints the findings and the memory in use.
 */
import type { TransactionView } from '@/lib/ledger/transaction'
import { walkOutcome } from '@/lib/ledger/ledger-walk'
import { walkLedger } from '@/lib/ledger/server/read/walk-ledger'
import { bareTransaction } from './bare-transaction'

const MIB = 2 ** 20
const PAGE_SIZE = 100
const SAMPLES = 10
const count = Number(process.argv[2])
const pages = Math.ceil(count / PAGE_SIZE)
const plain = bareTransaction({ amount: '-2.5', type: 'usage' })

const entry = (place: number): TransactionView => ({ ...plain, id: `tx_${place === count - 1 ? 0 : place}` })
const readPage = async (page: number) => ({
  externalId: 'large',
  results: Array.from({ length: Math.max(0, Math.min(PAGE_SIZE, count - (page - 1) * PAGE_SIZE)) }, (_, index) =>
    entry((page - 1) * PAGE_SIZE + index),
  ),
  customers: [],
  count,
  pages,
  currentPage: page,
  pageSize: PAGE_SIZE,
  drift: { items: [], total: 0 },
  asOf: '2027-02-10T12:00:00.000Z',
})

/** Returns the bytes in use after a garbage collection. */
function liveBytes(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const before = liveBytes()
const walk = walkLedger({ readPage, signal: new AbortController().signal })
const sampleEvery = Math.max(1, Math.floor(pages / SAMPLES))
let [page, peak, rows] = [0, 0, 0]
let step = await walk.next()
for (; !step.done; step = await walk.next()) {
  page += 1
  rows += step.value.rows.length
  if (page % sampleEvery === 0) peak = Math.max(peak, liveBytes() - before)
}
console.log(JSON.stringify({ rows, outcome: walkOutcome(step.value), mebibytes: Math.ceil(peak / MIB) }))
