import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { addToTally } from '@/scripts/test/volume.mjs'

// The proof measures memory; a busy machine may need long.
vi.setConfig({ testTimeout: 600_000 })

/** The heap of the reading process, and the most that may be added to its resident memory. */
const HEAP_MEBIBYTES = 256
const MAX_ADDED_MEBIBYTES = 400
const MAX_STATE_CHARS = 2_500_000
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const Measured = z.object({
  verdict: z.string(),
  entries: z.number(),
  stateChars: z.number(),
  addedRssMebibytes: z.number(),
  heapMebibytes: z.number(),
})

interface HostileLedger {
  entries: number
  entry: (index: number) => object
}

const AT = '2026-03-01T00:00:00.000Z'
const plain = (index: number, pool: string, block: string) => ({
  id: `txn_${index}`,
  createdAt: AT,
  type: 'usage',
  amount: -1,
  previousBalance: 1_000_000 - index,
  newBalance: 999_999 - index,
  allocationBlockId: block,
  allocationBlock: { id: block, customPricingUnitId: pool, customPricingUnit: { displayName: pool } },
})
const long = (index: number) => `${index} ${'long '.repeat(4_000)}`
const LEDGERS: Record<string, HostileLedger> = {
  // 400 pools with entries of one instant.
  pools: { entries: 200_000, entry: (index) => plain(index, `unit_${index % 400}`, `blk_${index % 400}`) },
  // Each entry draws on a block of its own at one instant, and has the most digits.
  blocks: {
    entries: 60_000,
    entry: (index) => ({
      ...plain(index, 'unit_1', `blk_${'0'.repeat(60)}${index}`),
      previousBalance: '9'.repeat(100),
    }),
  },
  // Every text has 20,000 characters.
  texts: {
    entries: 1_500,
    entry: (index) => ({
      ...plain(index, long(index % 900), long(index)),
      id: long(index),
      billable: { id: long(index), name: long(index) },
    }),
  },
}

let url = ''
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const { entries, entry } = LEDGERS[pathname.split('/').at(-2) ?? ''] ?? { entries: 0, entry: () => ({}) }
  const first = (Number(searchParams.get('page')) - 1) * 100
  const results = Array.from({ length: Math.max(0, Math.min(100, entries - first)) }, (_, at) => entry(first + at))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ results, count: entries, pages: Math.ceil(entries / 100) }))
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : ''
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test.each(Object.keys(LEDGERS))('reads the hostile ledger "%s" to its end in bounded memory', async (name) => {
  const heap = `--max-old-space-size=${HEAP_MEBIBYTES}`
  const program = [heap, '--import', 'tsx', 'testing/console/read-hostile-ledger.ts', url, name]
  const child = spawn(process.execPath, program, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect(exitCode).toBe(0)
  const measured = Measured.parse(JSON.parse(output))
  console.log(name, measured)
  expect(measured.entries).toBe(LEDGERS[name]?.entries)
  expect(measured.stateChars).toBeLessThan(MAX_STATE_CHARS)
  expect(measured.addedRssMebibytes).toBeLessThan(MAX_ADDED_MEBIBYTES)
  expect(measured.verdict).toMatch(/not compared with (each other|their block)/)
  addToTally('hostile ledgers read to their end in a heap of 256 MiB', 1)
})
