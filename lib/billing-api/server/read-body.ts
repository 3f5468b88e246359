import type { Readable } from 'node:stream'
import { type Dispatcher, errors } from 'undici'
import { compressionOf, decodedText, decoderOf, decompressed, UndecodableError } from './content-decoding'
import { LONG_BYTES, type LongTurn } from './long-responses'
import { withoutKeyInPieces } from './without-key'
import { runInPieces } from '@/lib/core/server/in-pieces'
import type { Settings } from '@/lib/core/server/settings'

const BLOCK_BYTES = 16 * 1024

/** The text of a body without our key; '' with a fault when it cannot be decoded. */
export interface ReadBody {
  text: string
  /** Ends a sentence about the response: "is compressed with gzip and damaged". */
  fault?: string
}

/** The limits of one read of a body. */
export interface BodyReading {
  /** Taken for a long body. */
  turn: LongTurn
  signal: AbortSignal
  /** Decompresses the body and decodes its character set: never for the judgement of a change. */
  isDecoded: boolean
}

/**
 * Returns the body of a response without our key. The agent of the connection limits its bytes.
 * @throws ResponseExceededMaxSizeError, LongResponsesError, or the error of the connection
 */
export async function readBody(
  response: Pick<Dispatcher.ResponseData, 'headers'> & { body: Readable },
  settings: Pick<Settings, 'BILLING_API_KEY' | 'BILLING_API_MAX_RESPONSE_BYTES'>,
  reading: BodyReading,
): Promise<ReadBody> {
  const { turn, signal, isDecoded } = reading
  const { body, headers } = response
  const { BILLING_API_KEY: key = '', BILLING_API_MAX_RESPONSE_BYTES: maxBytes } = settings
  // Leaving the loop below early ends the connection, which is an error of the body too.
  body.on('error', () => undefined)
  try {
    const compression = compressionOf(headers, isDecoded)
    const decoder = decoderOf(isDecoded ? String(headers['content-type']) : '')
    const sent = await collected(body, turn, signal)
    const bytes = compression === undefined ? sent : await unpacked(sent, compression, maxBytes, reading)
    const text = await runInPieces(decodedText(bytes, decoder), signal)
    return { text: await runInPieces(withoutKeyInPieces(text, key), signal) }
  } catch (error) {
    body.destroy()
    if (error instanceof UndecodableError) return { text: '', fault: error.message }
    throw error
  }
}

/** Returns all bytes. Joins them on the way, because a response may arrive as millions of chunks of one byte. */
async function collected(body: AsyncIterable<Uint8Array>, turn: LongTurn, signal: AbortSignal): Promise<Buffer> {
  const blocks: Buffer[] = []
  let chunks: Uint8Array[] = []
  let [bytes, joinedBytes] = [0, 0]
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > LONG_BYTES) await turn.take(signal)
    if (bytes - joinedBytes < BLOCK_BYTES) continue
    blocks.push(Buffer.concat(chunks))
    chunks = []
    joinedBytes = bytes
  }
  return Buffer.concat([...blocks, ...chunks])
}

/** Returns a body without its compression. One that turns out to be long is decompressed again in the turn of long ones. */
async function unpacked(
  bytes: Buffer,
  compression: string,
  maxBytes: number,
  { turn, signal }: BodyReading,
): Promise<Buffer> {
  const short = await decompressed(bytes, compression, Math.min(LONG_BYTES, maxBytes))
  if (short) return short
  await turn.take(signal)
  const long = await decompressed(bytes, compression, maxBytes)
  if (long) return long
  throw new errors.ResponseExceededMaxSizeError()
}
