import { StringDecoder } from 'node:string_decoder'
import type { Dispatcher } from 'undici'
import { DOCUMENT_LIMITS, JsonMeter } from '@/contract/json-meter'
import type { Pieces } from '@/contract/pieces'
import { encodingOf } from './billing-response'
import type { MemoryShare } from './response-memory'
import { MAX_DEPTH } from './tolerant/parse-response'
import { type Keys, withoutKeysInPieces } from './without-key'
import { runInPieces } from '../in-pieces'

const DOCUMENT = { ...DOCUMENT_LIMITS, depth: MAX_DEPTH }
/** A text that is shown becomes no rows of a page, and may nest deeper. */
const TEXT = { ...DOCUMENT, items: DOCUMENT.parts, depth: 10_000 }
/** Copies of a text that is indented and sent, in pairs. */
const TEXT_COPIES = 1.5
/** A short body takes at most 13 MiB, parsed and read; one with few commas is a page of a ledger. The parts of others are counted. */
const [SHORT_BYTES, ORDINARY_BYTES, ORDINARY_COMMAS] = [64 * 1024, 256 * 1024, 8_000] as const
const COMMA = 0x2c
const BLOCK_BYTES = 64 * 1024

/**
 * Returns the body of a response without our keys, or '' for a compressed one: a few bytes could expand to gigabytes. Counts the parts of
 * a long one as it arrives, and raises the share of memory with them.
 * @param isText the body of a success is shown, not parsed
 * @throws JsonLimitError, MemoryLimitError, NoMemoryError, or the error of the connection
 */
export async function readBody(
  response: Dispatcher.ResponseData,
  keys: Keys,
  { share, signal, isText }: { share: MemoryShare; signal: AbortSignal; isText: boolean },
): Promise<string> {
  // Leaving the loop below early ends the connection, which is an error of the body too.
  response.body.on('error', () => undefined)
  if (encodingOf(response) !== undefined) {
    response.body.destroy()
    return ''
  }
  const isOnlyText = isText && response.statusCode < 400
  const blocks = new Blocks()
  let [meter, bytes, commas]: [JsonMeter | undefined, number, number | undefined] = [undefined, 0, undefined]
  for await (const chunk of response.body) {
    const arrived: Uint8Array = chunk
    blocks.add(arrived)
    bytes += arrived.length
    if (meter) meter.add(arrived)
    else {
      if (bytes <= SHORT_BYTES) continue
      commas =
        commas === undefined
          ? blocks.all().reduce((sum, block) => sum + commasIn(block), 0)
          : commas + commasIn(arrived)
      if (bytes <= ORDINARY_BYTES && commas <= ORDINARY_COMMAS) continue
      meter = new JsonMeter(isOnlyText ? TEXT : DOCUMENT)
      for (const block of blocks.all()) meter.add(block)
    }
    const grown = share.growTo(isOnlyText ? meter.textMemory * TEXT_COPIES : meter.memory, signal)
    if (grown) await grown
  }
  return runInPieces(textInPieces(blocks, keys), signal)
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
