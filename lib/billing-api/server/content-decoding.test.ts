import { Readable } from 'node:stream'
import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readBody } from './read-body'
import { LONG_BYTES, LongTurn } from './long-responses'
import { Slots } from '@/lib/core/server/slots'

const JSON_TYPE = 'application/json'
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024
const BOMB_BYTES = 16 * MAX_RESPONSE_BYTES
const text = '{"id":"sub_1","name":"Zoë"}'

interface Sent {
  encoding?: string | string[]
  type?: string
  chunkBytes?: number
  isDecoded?: boolean
}

/** Reads a body, and counts the bytes that the reader took. */
async function read(
  bytes: Buffer,
  { encoding, type = JSON_TYPE, chunkBytes = 16 * 1024, isDecoded = true }: Sent = {},
) {
  let taken = 0
  const chunks = function* () {
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      taken += Math.min(chunkBytes, bytes.length - at)
      yield bytes.subarray(at, at + chunkBytes)
    }
  }
  const headers = { 'content-type': type, ...(encoding !== undefined && { 'content-encoding': encoding }) }
  const response = { statusCode: 200, headers, body: Readable.from(chunks()) }
  const settings = {
    BILLING_API_KEY: 'sk_decoding_test',
    BILLING_API_MAX_RESPONSE_BYTES: MAX_RESPONSE_BYTES,
  }
  const { signal } = new AbortController()
  const turn = new LongTurn(new Slots(1))
  const result = await readBody(response, settings, { turn, signal, isDecoded }).catch((error: unknown) => error)
  return { result, taken, isLong: turn.isTaken }
}
const resultOf = async (bytes: Buffer, sent?: Sent) => (await read(bytes, sent)).result

const gzipOf = (bytes: number) => gzipSync(Buffer.alloc(bytes, `"${'x'.repeat(1_000)}",`))

describe('a compressed body', () => {
  test.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZip', gzipSync(text)],
    ['identity, gzip', gzipSync(text)],
    ['gzip', Buffer.concat([gzipSync(text.slice(0, 9)), gzipSync(text.slice(9))])],
    ['deflate', deflateSync(text)],
    ['gzip', Buffer.alloc(0)],
  ])('is decompressed in any chunks (%s)', async (encoding, bytes) => {
    for (const chunkBytes of [1, 2, bytes.length + 1])
      expect(await resultOf(bytes, { encoding, chunkBytes })).toEqual({ text: bytes.length === 0 ? '' : text })
  })

  test.each([
    ['br', 'br'],
    ['zstd', 'zstd'],
    ['gzip, br', 'gzip, br'],
    ['gzip, gzip', 'gzip, gzip'],
    [['gzip', 'deflate'], 'gzip, deflate'],
    ['utf-8', 'utf-8'],
    ['<b>\u0000ü'.repeat(10), '?b???'.repeat(8)],
  ])('is refused by the name of its encoding, unread: %j', async (encoding, name) => {
    const fault = `has the content encoding ${name}, which the console did not request`
    const { result, taken } = await read(gzipSync(text), { encoding, chunkBytes: 1 })
    expect(result).toEqual({ text: '', fault })
    expect(taken).toBeLessThan(2)
  })

  const gzip = gzipSync(text)
  const deflate = deflateSync(text)
  const damaged = Buffer.from(gzip)
  damaged.writeUInt32LE(1, gzip.length - 8)
  test.each([
    ['without its last bytes', 'gzip', gzip.subarray(0, -3)],
    ['cut off in its header', 'gzip', gzip.subarray(0, 5)],
    ['cut off', 'deflate', deflate.subarray(0, -2)],
    ['with a wrong checksum', 'gzip', damaged],
    ['that is plain text', 'gzip', Buffer.from(text)],
  ])('is refused %s', async (_, encoding, bytes) => {
    const fault = `is compressed with ${encoding} and damaged`
    for (const chunkBytes of [1, 7, 1_000])
      expect(await resultOf(bytes, { encoding, chunkBytes })).toEqual({ text: '', fault })
  })

  test('never becomes another text when a byte is damaged', async () => {
    const results = new Set<string>()
    for (const [encoding, bytes] of [['gzip', gzip] as const, ['deflate', deflate] as const])
      for (let at = 0; at < bytes.length; at += 1) {
        const flipped = Buffer.from(bytes)
        flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (at % 8)), at)
        results.add(JSON.stringify(await resultOf(flipped, { encoding })))
      }
    const faults = [...results].filter((result) => result.startsWith('{"text":"","fault":"is compressed with '))
    expect([...results].filter((result) => !faults.includes(result))).toEqual([JSON.stringify({ text })])
    expect(faults.length).toBe(2)
  })

  test('takes the turn of long responses once it is long without its compression, and is refused beyond the limit', async () => {
    expect((await read(gzipOf(LONG_BYTES), { encoding: 'gzip' })).isLong).toBe(false)
    expect(await read(gzipOf(LONG_BYTES + 1), { encoding: 'gzip' })).toMatchObject({
      isLong: true,
      result: { text: expect.stringMatching(/^"x/) },
    })
    expect(await resultOf(gzipOf(BOMB_BYTES), { encoding: 'gzip' })).toMatchObject({
      name: 'ResponseExceededMaxSizeError',
    })
  })

  test('is refused when its connection breaks off, for that reason', async () => {
    const body = Readable.from(
      (function* () {
        yield gzip.subarray(0, 10)
        throw new Error('reset')
      })(),
    )
    const response = { statusCode: 200, headers: { 'content-encoding': 'gzip' }, body }
    const settings = { BILLING_API_KEY: 'k', BILLING_API_MAX_RESPONSE_BYTES: 99 }
    const { signal } = new AbortController()
    const reading = readBody(response, settings, { turn: new LongTurn(new Slots(1)), signal, isDecoded: true })
    await expect(reading).rejects.toThrow('reset')
  })
})

/** Returns UTF-16 in big-endian order. */
const utf16be = (value: string) => Buffer.from(value, 'utf16le').swap16()
const BOM = '\uFEFF'

describe('a body in another character set', () => {
  test.each([
    ['utf-16le', Buffer.from(text, 'utf16le')],
    ['UTF-16BE', utf16be(text)],
    ['utf-16', Buffer.from(BOM + text, 'utf16le')],
    ['"utf-16le"', Buffer.from(text, 'utf16le')],
    ['latin1', Buffer.from(text, 'latin1')],
    ['ISO-8859-1', Buffer.from(text, 'latin1')],
    ['"windows-1252"', Buffer.from(text, 'latin1')],
    ["'iso-8859-15'", Buffer.from(text, 'latin1')],
    ['utf8', Buffer.from(BOM + text)],
    // Text in UTF-8 is often declared as ASCII.
    ['us-ascii', Buffer.from(text)],
  ])('is decoded in any chunks: %s', async (charset, bytes) => {
    const type = `${JSON_TYPE}; version=1; Charset=${charset}; x=y`
    for (const chunkBytes of [1, 3, 1_000]) expect(await resultOf(bytes, { type, chunkBytes })).toEqual({ text })
  })

  test.each([
    ['shift_jis', '83658358836792f6', 'テスト程'],
    ['windows-1252', '80852d9c', '€…-œ'],
    ['koi8-r', 'f4c5d3d4', 'Тест'],
    ['gb18030', 'b2e2cad4', '测试'],
  ])('is decoded from %s', async (charset, hex, decoded) => {
    const bytes = Buffer.concat([Buffer.from('"'), Buffer.from(hex, 'hex'), Buffer.from('"')])
    const type = `${JSON_TYPE};charset=${charset}`
    for (const chunkBytes of [1, 3, 99])
      expect(await resultOf(bytes, { type, chunkBytes })).toEqual({ text: `"${decoded}"` })
  })

  test('is decompressed first', async () => {
    const type = `${JSON_TYPE}; charset=utf-16be`
    expect(await resultOf(gzipSync(utf16be(text)), { encoding: 'gzip', type })).toEqual({ text })
  })

  test.each(['utf-7', 'utf-32', 'x-foo', 'binary'])('is refused by its name when it is %s', async (charset) => {
    const fault = `declares the character set ${charset}, which the console cannot decode`
    const { result, taken } = await read(Buffer.from(text), { type: `${JSON_TYPE}; charset=${charset}`, chunkBytes: 1 })
    expect(result).toEqual({ text: '', fault })
    expect(taken).toBeLessThan(2)
  })

  test.each([
    ['shift_jis', Buffer.from('{"name":"\u00ff"}', 'latin1')],
    ['utf-16le', Buffer.from(text, 'utf16le').subarray(0, -1)],
    ['euc-jp', Buffer.from('"a\u00c0"', 'latin1')],
  ])('is refused when its bytes are not %s', async (charset, bytes) => {
    const fault = `is not valid ${charset}, the character set that it declares`
    for (const chunkBytes of [1, 99])
      expect(await resultOf(bytes, { type: `${JSON_TYPE}; charset=${charset}`, chunkBytes })).toEqual({
        text: '',
        fault,
      })
  })
})

describe('the body of a response to a change', () => {
  test('stays compressed and unread', async () => {
    const { result, taken } = await read(gzipSync(text), { encoding: 'gzip', chunkBytes: 1, isDecoded: false })
    expect(result).toEqual({ text: '', fault: 'has the content encoding gzip, which the console did not request' })
    expect(taken).toBeLessThan(2)
  })

  test.each(['utf-16le', 'x-foo', 'shift_jis'])('is read as UTF-8 when it declares %s', async (charset) => {
    const type = `${JSON_TYPE}; charset=${charset}`
    expect(await resultOf(Buffer.from(text), { type, isDecoded: false })).toEqual({ text })
    const { result } = await read(Buffer.from(BOM + text, 'utf16le'), { type, isDecoded: false })
    expect(JSON.stringify(result)).toContain(String.raw`\u0000`)
  })
})
