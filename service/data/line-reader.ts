import { getHeapStatistics } from 'node:v8'
import { DOCUMENT_LIMITS, JsonLimitError, JsonMeter } from '@/contract/json-meter'
import { visible } from '@/contract/visible-text'

/** Longer lines are refused and not buffered. An invoice with 20,000 line items is a line of 12 MB. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

/** Deeper than any resource, and within the limits of databases and other readers. */
export const MAX_DEPTH = 200

const MEBIBYTE = 1024 * 1024
/** The most memory of a line once it is parsed, by the meter's estimate: half of the heap. */
const MAX_LINE_MEMORY = Math.floor(getHeapStatistics().heap_size_limit / 2)

/** A shorter line exceeds only the depth, which its reader refuses: it has fewer than 10,000 fields, and takes 20 MiB at most. */
const SHORT_BYTES = 48 * 1024

const NEWLINE = 0x0a

export interface Line {
  /** From 1, as an editor counts, blank lines included. */
  number: number
  text: string
  bytes: number
}

/**
 * Splits a stream of UTF-8 bytes at `\n` into lines, and skips blank lines. Buffers one line.
 * @throws BadLine for a line that is longer than `maxLineBytes`, has too many parts or would take more than `maxMemory` bytes, or
 * bytes that are not UTF-8
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  { maxLineBytes = MAX_LINE_BYTES, maxMemory = MAX_LINE_MEMORY } = {},
): AsyncGenerator<Line> {
  let number = 1
  let parts: Uint8Array[] = []
  let bytes = 0
  let meter: JsonMeter | undefined

  const keep = (part: Uint8Array) => {
    bytes += part.length
    if (bytes > maxLineBytes) throw new BadLine(number, null, `is longer than ${maxLineBytes} bytes`)
    parts.push(part)
    if (bytes <= SHORT_BYTES) return
    const uncounted = meter ? [part] : parts
    meter ??= new JsonMeter(LIMITS)
    for (const each of uncounted) count(meter, each, number)
    if (meter.memory > maxMemory)
      throw new BadLine(number, null, `would take more than ${Math.floor(maxMemory / MEBIBYTE)} MiB of memory`)
  }
  const take = (): Line => {
    const line = { number, text: decodeUtf8(parts, number), bytes }
    number += 1
    parts = []
    bytes = 0
    meter = undefined
    return line
  }

  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end))
      start = end + 1
      const line = take()
      if (line.text.trim() !== '') yield line
    }
    if (start < chunk.length) keep(chunk.subarray(start))
  }
  const last = take()
  if (last.text.trim() !== '') yield last
}

const LIMITS = { ...DOCUMENT_LIMITS, depth: MAX_DEPTH }

function count(meter: JsonMeter, part: Uint8Array, number: number): void {
  try {
    meter.add(part)
  } catch (error) {
    if (error instanceof JsonLimitError) throw new BadLine(number, null, error.message)
    throw error
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decodeUtf8(parts: Uint8Array[], number: number): string {
  const [only] = parts
  try {
    return utf8.decode(parts.length === 1 ? only : Buffer.concat(parts))
  } catch {
    throw new BadLine(number, null, 'is not UTF-8 text')
  }
}

/** A line that the import refuses, with its number, field (`data.plan.prices[3].price.rules`) and reason. Safe to print. */
export class BadLine extends Error {
  override name = 'BadLine'

  constructor(
    readonly line: number,
    /** Null when the reason concerns the whole line. */
    readonly field: string | null,
    readonly reason: string,
  ) {
    super(visible(field === null ? `Line ${line} ${reason}` : `Line ${line}: ${field} ${reason}`))
  }
}
