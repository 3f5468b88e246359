import { visible } from '@/contract/visible-text'

/** Longer lines are refused and not buffered. An invoice with 20,000 line items is a line of 12 MB. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

const NEWLINE = 0x0a

export interface Line {
  /** From 1, as an editor counts, blank lines included. */
  number: number
  text: string
  bytes: number
}

/**
 * Splits a stream of UTF-8 bytes at `\n` into lines, and skips blank lines. Buffers one line.
 * @throws BadLine for a line that is longer than `maxLineBytes`, or bytes that are not UTF-8
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  { maxLineBytes = MAX_LINE_BYTES } = {},
): AsyncGenerator<Line> {
  let number = 1
  let parts: Uint8Array[] = []
  let bytes = 0

  const keep = (part: Uint8Array) => {
    bytes += part.length
    if (bytes > maxLineBytes) throw new BadLine(number, null, `is longer than ${maxLineBytes} bytes`)
    parts.push(part)
  }
  const take = (): Line => {
    const line = { number, text: decodeUtf8(parts, number), bytes }
    number += 1
    parts = []
    bytes = 0
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
