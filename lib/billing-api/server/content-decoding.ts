import { isAscii } from 'node:buffer'
import { promisify } from 'node:util'
import { unzip } from 'node:zlib'
import type { Dispatcher } from 'undici'
import type { Pieces } from '@/contract/pieces'

type Headers = Dispatcher.ResponseData['headers']

const DECOMPRESSED = new Set(['gzip', 'x-gzip', 'deflate'])
const MAX_NAME_CHARACTERS = 40
const BYTES_A_PIECE = 256 * 1024

/** Thrown when a body cannot be turned into text. The message ends a sentence about it: "is compressed with gzip and damaged". */
export class UndecodableError extends Error {
  override readonly name = 'UndecodableError'
}

/**
 * Returns the compression of a body, one layer of gzip or deflate (RFC 9110, 8.4), which some proxies apply although `identity` is
 * requested; undefined for a plain body.
 * @throws UndecodableError for any other coding, and for every one unless `isDecoded`
 */
export function compressionOf(headers: Headers, isDecoded: boolean): string | undefined {
  const codings = [headers['content-encoding'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  const [coding] = codings
  if (coding === undefined) return undefined
  if (isDecoded && codings.length === 1 && DECOMPRESSED.has(coding)) return coding
  throw new UndecodableError(
    `has the content encoding ${printable(codings.join(', '))}, which the console did not request`,
  )
}

/**
 * Returns a body without its compression; undefined when it is longer than `maxBytes`.
 * @throws UndecodableError when the compressed data are damaged
 */
export async function decompressed(bytes: Buffer, coding: string, maxBytes: number): Promise<Buffer | undefined> {
  if (bytes.length === 0) return bytes
  try {
    return await promisify(unzip)(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw new UndecodableError(`is compressed with ${coding} and damaged`)
  }
}

/**
 * Returns the decoder of the character set that a content type declares; of UTF-8 by default, with replacement characters for what is
 * invalid.
 * @throws UndecodableError when there is none
 */
export function decoderOf(contentType: string): TextDecoder {
  const [, label = 'utf-8'] = /;\s*charset\s*=\s*["']?([^"'\s;,]+)/i.exec(contentType) ?? []
  // Text in UTF-8 is often declared as ASCII, which is a part of it.
  if (/^utf-?8$|ascii|x3\.4/i.test(label)) return new TextDecoder()
  try {
    return new TextDecoder(label, { fatal: true })
  } catch {
    throw new UndecodableError(`declares the character set ${printable(label)}, which the console cannot decode`)
  }
}

/** Returns the text of a body. @throws UndecodableError when the bytes are not of the character set */
export function* decodedText(bytes: Buffer, decoder: TextDecoder): Pieces<string> {
  // Most bodies are ASCII, and this is three times as fast.
  if (decoder.encoding === 'utf-8' && isAscii(bytes)) return bytes.toString('latin1')
  const parts: string[] = []
  try {
    for (let at = 0; at < bytes.length; at += BYTES_A_PIECE) {
      parts.push(decoder.decode(bytes.subarray(at, at + BYTES_A_PIECE), { stream: true }))
      yield
    }
    parts.push(decoder.decode())
  } catch {
    throw new UndecodableError(`is not valid ${decoder.encoding}, the character set that it declares`)
  }
  return parts.join('')
}

function printable(name: string): string {
  return name.slice(0, MAX_NAME_CHARACTERS).replaceAll(/[^\w.:+, -]/g, '?')
}
