import { gzipSync } from 'node:zlib'

/** A response body: its start, a part that is repeated, and its end. */
interface CostlyBody {
  start: string
  part: (index: number) => string
  end: string
  /** How often the part is repeated; else until the body is `BODY_BYTES` long. */
  count?: number
  /** True when each part is a chunk of its own; of a compressed body, each byte. */
  isInTinyChunks?: boolean
  /** True when it is sent as gzip, a member for each chunk. */
  isCompressed?: boolean
}

/** Just below the console's limit of 64 MiB. */
const BODY_BYTES = 60_000_000
const CHUNK_CHARACTERS = 64 * 1024
/** More than arrive before the read times out. */
const TINY_CHUNKS = 1_000_000

const lines = (part: CostlyBody['part'], count?: number): CostlyBody => ({
  start: ',"invoiceLineItems":[',
  part,
  end: 'null]}',
  ...(count !== undefined && { count }),
})
const FIELDS_AN_OBJECT = 9_000
/** Objects of new names, as many as one may have. */
const named = (value: string, count: number): CostlyBody => ({
  start: ',"o":{"k":0',
  part: (index) => `${index % FIELDS_AN_OBJECT === 0 ? `},"o${index}":{` : ','}"k${index}":${value}`,
  end: '}}',
  count,
})
const text = (part: string, start = ''): CostlyBody => ({ start: `,"vanityId":"${start}`, part: () => part, end: '"}' })

/** The one body that must be read: a good invoice. */
export const LONG_INVOICE = 'an invoice of 50,000 lines'

/** A line of a typical size, 500 bytes. */
const invoiceLine = (index: number) =>
  `{"id":"line_${index}","priceId":"price_${index}","amount":0.01,"description":"Line ${index}, ${'as long as they are '.repeat(4)}",` +
  `"details":{"quantity":1,"unitPrice":0.01},"startDate":"2026-02-01T00:00:00.000Z","endDate":"2026-02-28T00:00:00.000Z",` +
  `"price":{"id":"price_${index}","entityType":"metric","rules":{"quantity":"1","price":"0.01"},` +
  `"billable":{"id":"bil_${index}","showOnInvoice":true,"hidden":false,"singleUnitLabel":"call","multipleUnitLabel":"calls"}}},`

/** Bodies that take far more memory or time than their bytes suggest, by their content. Each starts with the ID. */
export const COSTLY_BODIES: Readonly<Record<string, CostlyBody>> = {
  'empty lists': lines(() => '[],'),
  'empty objects': lines(() => '{},'),
  nulls: lines(() => 'null,'),
  'tiny objects': lines((index) => `{"k${index}":0},`),
  'distinct names': { start: '', part: (index) => `,"k${index}":0`, end: '}' },
  'one name again and again': { start: '', part: (index) => `,"status":"${index}"`, end: '}' },
  'deep nesting': { start: ',"plan":', part: () => '['.repeat(1_000), end: '' },
  'one number': { start: ',"vanityId":', part: () => '1234567890', end: '}' },
  escapes: text(String.raw`\u0041`),
  backslashes: text(String.raw`\\`),
  'one text with a wide character': text('abcdefghij', '😀'),
  'wide characters': text('😀😀'),
  'chunks of one byte': { ...text('x'), isInTinyChunks: true },
  'compressed nulls': { ...lines(() => 'null,'), isCompressed: true },
  'compressed beyond the limit of bytes': { ...lines(() => `"${'x'.repeat(1_000)}",`, 100_000), isCompressed: true },
  'compressed, in chunks of one byte': { ...named('0', 400_000), isCompressed: true, isInTinyChunks: true },
  'not JSON at its end': { start: ',"a":[', part: () => '"abcdefgh",', end: 'x' },
  [LONG_INVOICE]: lines(invoiceLine, 50_000),
  // Below each limit on its own.
  'the most list items': lines(() => '[],', 99_000),
  'the most prices': { start: ',"plan":{"prices":[', part: () => '{"price":{}},', end: 'null]}}', count: 190_000 },
  'the most escapes': lines(() => `"${'\\\\'.repeat(20_000)}",`, 120),
  'the most lists': named('[0]', 190_000),
  'the most names': named('0', 1_800_000),
  'new names deep inside': { ...named('0', 1_000_000), start: ',"zzz":{"o":{"k":0', end: '}}}' },
}

/** The chunks of the last body: sixteen responses share them. */
let made: { kind: string; chunks: Buffer[] } | undefined

/** Returns the chunks of a costly body for this ID. */
export function costlyBody(kind: string, id: string): Iterable<Buffer> {
  const isCompressed = COSTLY_BODIES[kind]?.isCompressed === true
  if (made?.kind !== kind) made = { kind, chunks: [...(isCompressed ? compressedChunksOf(kind) : chunksOf(kind))] }
  const start = Buffer.from(`{"id":${JSON.stringify(id)}`)
  return [isCompressed ? gzipSync(start) : start, ...made.chunks]
}

function* compressedChunksOf(kind: string): Generator<Buffer> {
  for (const chunk of chunksOf(kind)) {
    const member = gzipSync(chunk)
    if (COSTLY_BODIES[kind]?.isInTinyChunks !== true) yield member
    else for (const byte of member) yield Buffer.of(byte)
  }
}

function* chunksOf(kind: string): Generator<Buffer> {
  const body = COSTLY_BODIES[kind]
  if (!body) throw new Error(`There is no costly body ${kind}`)
  const { start, part, end, count, isInTinyChunks, isCompressed } = body
  let [ready, bytes] = [start, 0]
  const most = isInTinyChunks === true && isCompressed !== true ? 0 : CHUNK_CHARACTERS
  const all = isInTinyChunks === true ? TINY_CHUNKS : Infinity
  for (let index = 0; index < all && (count === undefined ? bytes < BODY_BYTES : index < count); index += 1) {
    ready += part(index)
    if (ready.length < most) continue
    const chunk = Buffer.from(ready)
    bytes += chunk.length
    ready = ''
    yield chunk
  }
  yield Buffer.from(ready + end)
}
