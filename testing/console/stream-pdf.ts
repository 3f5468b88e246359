/*
 * Test program: `node --expose-gc --import tsx testing/console/stream-pdf.ts 20000` streams the internal PDF of 20,000 lines
 * to a slow reader, and prints the memory that it used.
 */
import { setImmediate } from 'node:timers/promises'
import { Download } from '@/contract/console/download'
import { startGenerator } from '@/lib/server/downloads/start-download'
import { invoicePdf } from '@/lib/server/invoices/invoice-pdf'
import { downloadResponse } from '@/lib/server/http/responses'
import { invoiceFile } from './invoice-file'

const MIB = 2 ** 20
const SAMPLES = 20
const lines = Number(process.argv[2])
const file = invoiceFile(Array.from({ length: lines }, () => ({})))

/** Returns the bytes in use after a garbage collection. */
function liveBytes(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

let made = 0
async function* counted(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    made += 1
    yield piece
  }
}

const before = liveBytes()
let [taken, bytes, maxAhead, peak] = [0, 0, 0, 0]
const request = new Request('http://localhost/')
const download = new Download(
  'invoice.pdf',
  'application/pdf',
  await startGenerator(counted(invoicePdf(file, 'internal'))),
)
const { body } = downloadResponse(download, request, 'test')
if (!body) throw new Error('The PDF has no bytes')
const sampleEvery = Math.max(1, Math.floor(lines / 40 / SAMPLES))
for await (const piece of body) {
  taken += 1
  bytes += piece.length
  // A slow reader: a writer without backpressure would be pages ahead.
  for (let turn = 0; turn < 50; turn += 1) await setImmediate()
  maxAhead = Math.max(maxAhead, made - taken)
  // The last piece is the largest: the page tree comes at the end.
  if (taken % sampleEvery === 0 || piece.length > MIB / 4) peak = Math.max(peak, liveBytes() - before)
}
console.log(JSON.stringify({ pieces: taken, bytes, maxAhead, mebibytes: Math.ceil(peak / MIB) }))
