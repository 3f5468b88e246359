import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { type Dispatcher, errors } from 'undici'
import { DOCUMENT_LIMITS, JsonMeter } from '@/contract/json-meter'
import type { Pieces } from '@/contract/pieces'
import { compressionFault, decompressed, ToUtf8, UndecodableError } from './content-decoding'
import type { MemoryShare } from './response-memory'
import { MAX_DEPTH } from './tolerant/parse-response'
import { type Keys, withoutKeysInPieces } from './without-key'
import { runInPieces } from '@/lib/core/server/in-pieces'
import type { Settings } from '@/lib/core/server/settings'

const DOCUMENT = { ...DOCUMENT_LIMITS, depth: MAX_DEPTH }
/** A text that is shown becomes no rows of a page, and may nest deeper. */
const TEXT = { ...DOCUMENT, items: DOCUMENT.parts, depth: 10_000 }
/** Copies of a text that is indented and sent, in pairs. */
const TEXT_COPIES = 1.5
/** A short body takes at most 13 MiB, parsed and read; one with few commas is a page of a ledger. The parts of others are counted. */
const [SHORT_BYTES, ORDINARY_BYTES, ORDINARY_COMMAS] = [64 * 1024, 256 * 1024, 8_000] as const
const COMMA = 0x2c
const BLOCK_BYTES = 64 * 1024

/** The text of a body without our keys; '' with a fault when it cannot be decoded. */
export interface ReadBody {
  text: string
  /** Ends a sentence about the response: "is compressed with br". */
  fault?: string
}

/**
 * Returns the body of a response without our keys. Counts its decoded bytes as they arrive, also the parts of a long one, and raises
 * the share of memory with them.
 * @param isText the body of a success is shown, not parsed
 * @param isDecoded decompresses the body and decodes its character set; otherwise a compressed one is not read
 * @throws JsonLimitError, ResponseExceededMaxSizeError, MemoryLimitError, NoMemoryError, or the error of the connection
 */
export async function readBody(
  response: Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> & { body: Readable },
  settings: Keys & Pick<Settings, 'BILLING_API_MAX_RESPONSE_BYTES'>,
  {
    share,
    signal,
    isText,
    isDecoded,
  }: { share: MemoryShare; signal: AbortSignal; isText: boolean; isDecoded: boolean },
): Promise<ReadBody> {
  const { body, headers } = response
  // Leaving the loop below early ends the connection, which is an error of the body too.
  body.on('error', () => undefined)
  const isOnlyText = isText && response.statusCode < 400
  const counted = new CountedBody(isOnlyText, settings.BILLING_API_MAX_RESPONSE_BYTES)
  try {
    const fault = compressionFault(headers)
    if (fault !== undefined && !isDecoded) throw new UndecodableError(fault)
    const toUtf8 = isDecoded ? new ToUtf8(String(headers['content-type'] ?? '')) : undefined
    const chunks: AsyncIterable<Uint8Array> = isDecoded ? decompressed(body, headers, signal) : body
    for await (const chunk of chunks) {
      const memory = counted.add(toUtf8 ? toUtf8.add(chunk) : chunk)
      const grown = memory === undefined ? undefined : share.growTo(memory, signal)
      if (grown) await grown
    }
    if (toUtf8) counted.add(toUtf8.end())
  } catch (error) {
    body.destroy()
    if (error instanceof UndecodableError) return { text: '', fault: error.message }
    throw error
  }
  return { text: await runInPieces(textInPieces(counted.blocks, settings), signal) }
}

/** Collects a body, counts its bytes, and counts the parts of a long one. */
class CountedBody {
  readonly blocks = new Blocks()
  #meter: JsonMeter | undefined
  #bytes = 0
  #commas: number | undefined

  constructor(
    private readonly isOnlyText: boolean,
    private readonly maxBytes: number,
  ) {}

  /** Returns the estimated bytes of memory that the body takes so far; undefined for a short or ordinary one. */
  add(arrived: Uint8Array): number | undefined {
    this.blocks.add(arrived)
    this.#bytes += arrived.length
    if (this.#bytes > this.maxBytes) throw new errors.ResponseExceededMaxSizeError()
    if (this.#meter) this.#meter.add(arrived)
    else if (this.#isOrdinary(arrived)) return undefined
    else {
      this.#meter = new JsonMeter(this.isOnlyText ? TEXT : DOCUMENT)
      for (const block of this.blocks.all()) this.#meter.add(block)
    }
    return this.isOnlyText ? this.#meter.textMemory * TEXT_COPIES : this.#meter.memory
  }

  #isOrdinary(arrived: Uint8Array): boolean {
    if (this.#bytes <= SHORT_BYTES) return true
    this.#commas =
      this.#commas === undefined
        ? this.blocks.all().reduce((sum, block) => sum + commasIn(block), 0)
        : this.#commas + commasIn(arrived)
    return this.#bytes <= ORDINARY_BYTES && this.#commas <= ORDINARY_COMMAS
  }
}

/** Returns the text without a byte order mark and our keys. */
function* textInPieces(blocks: Blocks, keys: Keys): Pieces<string> {
  // Several times as fast as a TextDecoder that is used in parts.
  const decoder = new StringDecoder('utf8')
  const parts: string[] = []
  for (const block of blocks.all()) {
    parts.push(decoder.write(Buffer.from(block.buffer, block.byteOffset, block.length)))
    yield
  }
  const text = parts.join('') + decoder.end()
  return yield* withoutKeysInPieces(text.startsWith('\uFEFF') ? text.slice(1) : text, keys)
}

function commasIn(bytes: Uint8Array): number {
  let commas = 0
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === COMMA) commas += 1
  return commas
}

/** Collects bytes in blocks, because a response may arrive as millions of chunks of one byte. */
class Blocks {
  readonly #full: Uint8Array[] = []
  #block = new Uint8Array(0)
  #used = 0

  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      if (this.#used === this.#block.length) this.#open()
      const part = bytes.subarray(at, at + this.#block.length - this.#used)
      this.#block.set(part, this.#used)
      this.#used += part.length
      at += part.length
    }
  }

  all(): Uint8Array[] {
    return [...this.#full, this.#block.subarray(0, this.#used)]
  }

  #open(): void {
    if (this.#used > 0) this.#full.push(this.#block)
    this.#block = new Uint8Array(BLOCK_BYTES)
    this.#used = 0
  }
}
