import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { volume } from '@/scripts/test/volume.mjs'
import { runToEnd } from '@/contract/pieces'
import { withoutKey, withoutKeyInPieces } from './without-key'

const KEY = 'sk/"live\\key"+0123456789'

test.each([
  ['as it is', KEY],
  ['as JSON', JSON.stringify(KEY).slice(1, -1)],
  ['with escaped slashes', JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/')],
  ['by numbers', KEY.replaceAll(/./g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)],
  ['by numbers in capitals', KEY.replaceAll(/./g, (c) => `\\u00${c.charCodeAt(0).toString(16).toUpperCase()}`)],
])('removes the key, written %s', (_, written) => {
  expect(withoutKey(`Bad key ${written}, twice: ${written}.`, KEY)).toBe('Bad key [key], twice: [key].')
})

const percents = (text: string) => text.replaceAll(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`)

test.each([
  ['percent-encoded', encodeURIComponent(KEY)],
  ['percent-encoded throughout', percents(KEY)],
  ['percent-encoded in capitals', percents(KEY).replaceAll(/%../g, (code) => code.toUpperCase())],
  ['percent-encoded in part', KEY.replace('/', '%2f').replace('+', '%2B')],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(KEY))],
  ['percent-encoded inside JSON', JSON.stringify(encodeURIComponent(KEY).replaceAll('%', '\\u0025')).slice(1, -1)],
  ['as JSON in JSON', JSON.stringify(JSON.stringify(KEY).slice(1, -1)).slice(1, -1)],
  ['by numbers as JSON in JSON', KEY.replaceAll(/./g, (c) => `\\\\u00${c.charCodeAt(0).toString(16)}`)],
])('removes the key, written %s', (_, written) => {
  expect(withoutKey(`Bad key ${written}, twice: ${written}.`, KEY)).toBe('Bad key [key], twice: [key].')
})

test.each([
  ['by itself', (key: string) => key],
  ['as a header', (key: string) => `x-api-key: ${key}`],
  ['as basic authorization', (key: string) => `user:${key}`],
  ['as a user without a password', (key: string) => `${key}:`],
  ['with one character before', (key: string) => `a${key} and more`],
  ['in JSON', (key: string) => JSON.stringify({ headers: { accept: '*/*', 'x-api-key': key } })],
])('removes the key from base64, %s', (_, wrapped) => {
  for (const key of ['sk_live_4eC39HqLyjWDarjtT1zdp7dc', '~~~???>>>~~~???>>>~~~'])
    for (const alphabet of ['base64', 'base64url'] as const) {
      const sent = Buffer.from(wrapped(key)).toString(alphabet)
      for (const written of [sent, sent.replaceAll('/', '\\/'), encodeURIComponent(sent), percents(sent)]) {
        const cut = withoutKey(`Bad header ${written} was sent`, key)
        expect(cut).toMatch(/^Bad header .*\[key\].* was sent$/)
        // The text around the key remains; base64 may lose up to 12 characters of it.
        const left = cut.slice('Bad header '.length, -' was sent'.length).replace('[key]', '')
        const around = wrapped('').length
        expect(decodeURIComponent(left).replaceAll(/[\\=]/g, '').length).toBeLessThanOrEqual(
          Math.ceil((around * 4) / 3) + 3,
        )
      }
    }
})

/** Decodes percent signs and JSON's numeric escapes. */
const decoded = (text: string) =>
  text.replaceAll(/\\u00(..)|%(..)/g, (_, json: string | undefined, percent: string | undefined) =>
    String.fromCharCode(Number.parseInt(json ?? percent ?? '', 16)),
  )

/** Writes a character as it is, percent-encoded, or as a JSON escape. */
const escape = (character: string, way: number) =>
  way === 0 ? character : (way === 1 ? '%' : '\\u00') + character.charCodeAt(0).toString(16)

test('leaves no form of the key, whatever surrounds it', () => {
  const characters = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code))
  const anyKey = fc.string({ unit: characters, minLength: 12, maxLength: 40 })
  fc.assert(
    fc.property(
      anyKey,
      fc.string(),
      fc.constantFrom('utf8' as const, 'base64' as const, 'base64url' as const),
      fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1 }),
      (key, around, encoding, ways) => {
        fc.pre(!/[\\%[\]]/.test(key + around))
        const sent = Buffer.from(around + key + around).toString(encoding)
        const written = Array.from(sent, (character, index) => escape(character, ways[index % ways.length] ?? 0)).join(
          '',
        )
        const left = decoded(withoutKey(written, key))
        expect(left).toContain('[key]')
        expect(Buffer.from(left.replaceAll('[key]', ''), encoding).toString()).not.toContain(key)
      },
    ),
    { numRuns: volume({ test: 25, prove: 5_000 }) },
  )
}, 300_000)

test.each(['sk_live_4eC39HqLyjWDarjtT1zdp7dc', KEY, String.raw`\\\\"/key"\\`, '100%25%2525%key'])(
  'takes linear time for any text: %s',
  (key) => {
    const parts = [
      '%',
      '%25',
      '\\',
      '\\u00',
      '\\u005c',
      '%5c',
      '\\\\\\"',
      key.slice(0, -1),
      encodeURIComponent(key.slice(0, -1)),
    ]
    const json = '{"id":"line_123","description":"a \\"b\\" \\n 100%","amount":12.5},'
    for (const part of [...parts, json]) {
      const text = `${part.repeat(200_000 / part.length)} %`
      const started = performance.now()
      expect(withoutKey(text, key).length).toBeGreaterThan(0)
      expect(performance.now() - started).toBeLessThan(5_000)
    }
  },
)

test('leaves other texts unchanged', () => {
  for (const text of ['{"a":"\\u0041\\n\\\\"}', KEY.slice(1), '']) expect(withoutKey(text, KEY)).toBe(text)
  expect(withoutKey('a short key', 'short')).toBe('a short key')
  expect(withoutKey('no key', '')).toBe('no key')
})

test.each(['', '"', ','])(
  'withoutKeyInPieces() removes the key at any place of a long text; with %j in the key',
  (mark) => {
    const key = `sk_live${mark}_0123456789`
    const text = Array.from({ length: 20_000 }, (_, index) => `"${'x'.repeat(index % 37)}\\${key}\\"`).join(',')
    expect(runToEnd(withoutKeyInPieces(text, key))).toBe(withoutKey(text, key))
    expect(runToEnd(withoutKeyInPieces('', key))).toBe('')
  },
)

test('withoutKeyInPieces() refuses a text that it cannot cut into pieces', () => {
  const text = String.raw`\u0041`.repeat(1024 * 1024)
  expect(() => runToEnd(withoutKeyInPieces(text, 'sk_live_0123456789'))).toThrow('without a quote or comma')
})
