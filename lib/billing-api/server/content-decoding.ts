import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createInflate, createInflateRaw } from 'node:zlib'
import type { Dispatcher } from 'undici'

type Headers = Dispatcher.ResponseData['headers']

const DECOMPRESSED = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
])
const OTHER_COMPRESSIONS = new Set(['br', 'zstd', 'compress', 'x-compress', 'dcb', 'dcz'])
/** The first byte of gzip, and the lower half of the first one of zlib. */
const [GZIP_BYTE, ZLIB_METHOD] = [0x1f, 8] as const
const CHUNK = { chunkSize: 64 * 1024 }
const MAX_NAME_CHARACTERS = 40
/** The longest byte order mark. */
const MARK_BYTES = 3

/** Thrown when a body cannot be turned into text. The message ends a sentence about it: "is compressed with br". */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError'
}

/** Returns why a body is not read without decompression; undefined for a plain one. */
export function compressionFault(headers: Headers): string | undefined {
  const codings = codingsOf(headers)
  const [coding] = codings
  if (coding === undefined) return undefined
  if (codings.length > 1) return `has several layers of compression (${printable(codings.join(', '))})`
  return DECOMPRESSED.has(coding) || OTHER_COMPRESSIONS.has(coding)
    ? `is compressed with ${coding}, which the console did not request`
    : `has the unknown content encoding ${printable(coding)}`
}

/**
 * Returns the chunks of a body without its compression, as they arrive: one layer of gzip or deflate (RFC 9110, 8.4), which some
 * proxies apply although `identity` is requested. Stops reading the body when the caller stops.
 * @throws UndecodableError for any other coding, and while reading, when the compressed data are damaged
 */
export function decompressed(body: Readable, headers: Headers, signal: AbortSignal): AsyncIterable<Uint8Array> {
  const fault = compressionFault(headers)
  if (fault === undefined) return body
  const [first = '', ...others] = codingsOf(headers)
  const coding = DECOMPRESSED.get(first)
  if (coding === undefined || others.length > 0) throw new UndecodableError(fault)
  return decompress(body, coding, signal)
}

async function* decompress(body: Readable, coding: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  const first = await chunks.next()
  if (first.done === true) return
  const decompressor = decompressorFor(coding, first.value[0] ?? 0)
  let bytesIn = 0
  const compressed = async function* () {
    for (let next: IteratorResult<Uint8Array> = first; next.done !== true; next = await chunks.next()) {
      bytesIn += next.value.length
      yield next.value
    }
  }
  // Its errors also end the iteration below.
  pipeline(compressed, decompressor, { signal }).catch(() => undefined)
  try {
    yield* decompressor
  } catch (error) {
    throw damageOf(error, coding) ?? error
  } finally {
    body.destroy()
  }
  if (bytesIn > decompressor.bytesWritten) throw new UndecodableError(`is compressed with ${coding} and damaged`)
}

function decompressorFor(coding: string, firstByte: number) {
  if (coding === 'gzip') {
    if (firstByte !== GZIP_BYTE) throw new UndecodableError('is declared as compressed with gzip, but is not')
    return createGunzip(CHUNK)
  }
  // "deflate" is zlib by its definition, and raw deflate in some programs. No raw block begins like zlib's header.
  return (firstByte & 0x0f) === ZLIB_METHOD ? createInflate(CHUNK) : createInflateRaw(CHUNK)
}

/** Returns what an error of zlib says about a body; undefined for an error of the connection. */
function damageOf(error: unknown, coding: string): UndecodableError | undefined {
  if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) return undefined
  const how = error.code === 'Z_BUF_ERROR' ? 'cut off before its end' : 'damaged'
  return new UndecodableError(`is compressed with ${coding} and ${how}`)
}

/** Returns the content codings in the order in which they were applied, without `identity`. */
function codingsOf(headers: Headers): string[] {
  const codings = [headers['content-encoding'] ?? []].flat().join(',').split(',')
  return codings.map((coding) => coding.trim().toLowerCase()).filter((coding) => coding !== '' && coding !== 'identity')
}

/**
 * Turns a text into UTF-8 while it arrives. A byte order mark counts more than the declared character set, and UTF-8 is the default, as in
 * https://encoding.spec.whatwg.org/#decode. Invalid UTF-8 gets replacement characters.
 */
export class ToUtf8 {
  readonly #label: string
  readonly #encoding: string
  #start: Uint8Array | undefined = new Uint8Array(0)
  #decoder: TextDecoder | undefined

  /** @throws UndecodableError when no decoder knows the character set that the content type declares */
  constructor(contentType: string) {
    const [, quoted, plain] = /;\s*charset\s*=\s*(?:["']([^"']*)["']?|([^\s;,]+))/i.exec(contentType) ?? []
    this.#label = quoted ?? plain ?? ''
    this.#encoding = encodingOf(this.#label)
  }

  /** @throws UndecodableError when the bytes are not of the character set */
  add(bytes: Uint8Array): Uint8Array {
    if (this.#start === undefined) return this.#decode(bytes, true)
    this.#start = this.#start.length === 0 ? bytes : Buffer.concat([this.#start, bytes])
    return this.#start.length < MARK_BYTES ? new Uint8Array(0) : this.#decodeFirst(this.#start)
  }

  /** Returns the last bytes. @throws UndecodableError when the last character is incomplete */
  end(): Uint8Array {
    const first = this.#start === undefined ? [] : [this.#decodeFirst(this.#start)]
    return Buffer.concat([...first, this.#decode(new Uint8Array(0), false)])
  }

  #decodeFirst(start: Uint8Array): Uint8Array {
    this.#start = undefined
    const encoding = markedEncoding(start) ?? this.#encoding
    // "UTF-16" leaves the order open. A JSON text begins with an ASCII character.
    const isBigEndian = encoding === 'utf-16le' && start[0] === 0 && !/le$/i.test(this.#label)
    if (encoding !== 'utf-8') this.#decoder = new TextDecoder(isBigEndian ? 'utf-16be' : encoding, { fatal: true })
    return this.#decode(start, true)
  }

  #decode(bytes: Uint8Array, stream: boolean): Uint8Array {
    if (!this.#decoder) return bytes
    try {
      return Buffer.from(this.#decoder.decode(bytes, { stream }))
    } catch {
      const { encoding } = this.#decoder
      throw new UndecodableError(`is not valid ${encoding}, the character set that it declares`)
    }
  }
}

function encodingOf(label: string): string {
  // Text in UTF-8 is often declared as ASCII, which is a part of it.
  if (label === '' || /ascii|x3\.4/i.test(label)) return 'utf-8'
  try {
    return new TextDecoder(label).encoding
  } catch {
    throw new UndecodableError(`declares the character set ${printable(label)}, which the console cannot decode`)
  }
}

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function printable(name: string): string {
  return name.slice(0, MAX_NAME_CHARACTERS).replaceAll(/[^\w.:+, -]/g, '?')
}
