import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { parse, stringify } from 'lossless-json'
import { describe, expect, test } from 'vitest'
import { tally, volume } from '@/scripts/test/volume.mjs'
import { measurePieces } from '@/testing/measure-pieces'
import { JsonNumber } from './billing/scalars'
import { JsonText, parseExactJson, stringifyExactJson } from './exact-json'
import { exactJsonInPieces } from './json-reader'

const RUNS = volume({ test: 500, prove: 100_000 })

/** The value that lossless-json parses, as a reference; undefined when it rejects the text. */
const oracle = (text: string) =>
  parsedOrUndefined(() => parse(text, undefined, { parseNumber: (number) => new JsonNumber(number) }))

function parsedOrUndefined(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,40})(\.\d{1,60})?([eE][+-]?\d{1,3})?$/)
const name = fc.oneof(
  fc.constantFrom('a', 'b', '', 'toString', 'toJSON', 'constructor', 'hasOwnProperty', '1'),
  fc.string(),
)
const { json } = fc.letrec((tie) => ({
  json: fc.oneof({ maxDepth: 5 }, tie('scalar'), tie('list'), tie('object')),
  scalar: fc.oneof(
    digits,
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'false', 'null', String.raw`"\ud800\n\/\u0041"`),
  ),
  list: fc.tuple(fc.array(tie('json')), fc.constantFrom(',', ' , ')).map(([all, comma]) => `[${all.join(comma)}]`),
  object: fc
    .tuple(fc.uniqueArray(fc.tuple(name, tie('json')), { selector: ([key]) => key }), fc.constantFrom(':', ' :\n\t'))
    .map(([all, colon]) => `{${all.map(([key, value]) => JSON.stringify(key) + colon + String(value)).join(',')}}`),
}))
const text = json.map(String)

/** A JSON text with an insertion or a deletion. */
const nearlyJson = fc
  .tuple(
    text,
    fc.nat(),
    fc.nat({ max: 3 }),
    fc.oneof(fc.constantFrom('', '"a":1,', '\n', '\0', '\u00A0'), fc.stringMatching(/^[{}[\],:"\\+.0-3eE atfnu-]$/)),
  )
  .map(([whole, at, cut, put]) => {
    const place = at % (whole.length + 1)
    return whole.slice(0, place) + put + whole.slice(place + cut)
  })

const isNumber = (value: unknown) => value instanceof JsonNumber
const digitsOf = (value: unknown) => (value instanceof JsonNumber ? value.text : '')
const oracleText = (value: unknown) => stringify(value, undefined, undefined, [{ test: isNumber, stringify: digitsOf }])

const read = (sent: string) => parsedOrUndefined(() => parseExactJson(sent))

describe('parseExactJson()', () => {
  test('parses and serialises as lossless-json does', () => {
    const run = fc.check(
      fc.property(text, (sent) => {
        const value = read(sent)
        const isSame = value !== undefined && isDeepStrictEqual(value, oracle(sent))
        return isSame && (sent.includes('__proto__') || stringifyExactJson(value) === oracleText(value))
      }),
      { numRuns: RUNS },
    )
    expect(run).toMatchObject({ failed: false, counterexample: null })
    tally('texts of JSON, read and written', run.numRuns)
  })

  test('rejects the texts that lossless-json rejects, and parses the others alike', () => {
    const run = fc.check(
      fc.property(nearlyJson, (sent) => isDeepStrictEqual(read(sent), oracle(sent))),
      { numRuns: RUNS },
    )
    expect(run).toMatchObject({ failed: false, counterexample: null })
    tally('texts that are nearly JSON', run.numRuns)
  })

  test.each([
    '{"a":[1,{"b":2}],"a":[1,{"b":2}]}',
    '{"__proto__":1}',
    '{"__proto__":{"a":1},"__proto__":{"a":1}}',
    '{"1":2,"1":2}',
  ])('parses %j as lossless-json does', (sent) => expect(read(sent)).toStrictEqual(oracle(sent)))

  test.each([
    ['', 'JSON value expected but reached end of input at position 0'],
    [' ', 'JSON value expected'],
    ['{', 'Quoted object key expected'],
    ['[1,]', 'JSON value expected but got "]" at position 3'],
    ['{"a":1,"a":2}', "Duplicate key 'a' encountered before position 12"],
    ['{"a":1,"a":{"text":"1"}}', "Duplicate key 'a'"],
    ['{"a":1 "b"', "Comma or end of object '}' expected"],
    ['{"a" 1}', 'Colon expected'],
    ['01', 'Number without a leading zero'],
    ['-', 'Digit expected'],
    ['1.', 'Digit expected'],
    ['.5', 'JSON value expected'],
    ['1e', 'Digit expected'],
    ['"\t"', 'Character of a string'],
    ['"', 'Character of a string'],
    ['"\\x"', 'Invalid escape in the string at position 0'],
    ['nul', 'The word null expected'],
    ['1 2', 'End of input expected'],
    ['\uFEFF1', 'JSON value expected'],
    ['NaN', 'JSON value expected'],
  ])('rejects %j and says where', (sent, message) => {
    expect(oracle(sent) === undefined || sent.includes('"text"')).toBe(true)
    expect(() => parseExactJson(sent)).toThrow(message)
  })
})

const times = (count: number, part: (index: number) => string) => Array.from({ length: count }, (_, at) => part(at))
const piecesOf = (sent: string) => measurePieces(exactJsonInPieces(sent)).count

describe('exactJsonInPieces()', () => {
  const twenty = `{${times(20, () => '"k":1,"k":2').join(',')}}`

  test.each([
    ['objects in an object', `{"a":{${times(2_000, (at) => `"o${at}":${twenty}`).join(',')}}}`],
    ['objects in lists of lists', `{"a":[[[${times(2_000, () => twenty).join(',')}]]]}`],
    ['a list', `[${times(2_000, () => twenty).join(',')}]`],
    [
      'levels',
      times(60, (at) => `{"l${at}":[${times(40, () => twenty).join(',')}],"a":`).join('') + '1' + '}'.repeat(60),
    ],
  ])('yields at least every 5,500 values of %s', (_, sent) => {
    let dropped = 0
    const onDropped = () => void (dropped += 1)
    expect(measurePieces(exactJsonInPieces(sent, { onDropped }), () => dropped).longest).toBeLessThan(5_500)
    expect(dropped).toBeGreaterThan(40_000)
  })

  test('yields while it compares the values of a repeated name', () => {
    const long = `[${times(12_000, () => '{"a":0}').join(',')}]`
    expect(piecesOf(`{"a":${long},"a":${long}}`) - piecesOf(`{"a":${long},"b":${long}}`)).toBeGreaterThan(10)
  })
})

describe('stringifyExactJson()', () => {
  test('writes other values as JSON.stringify does', () => {
    const value = { one: 1.5, day: new Date(0), list: [undefined, null], left: undefined, own: { toJSON: () => 'x' } }
    expect(stringifyExactJson(value)).toBe(JSON.stringify(value))
    expect(stringifyExactJson(undefined)).toBe('null')
  })

  test('inserts JSON text unchanged', () => {
    expect(stringifyExactJson({ a: new JsonText('[1.50]'), b: 2 })).toBe('{"a":[1.50],"b":2}')
    expect(() => JSON.stringify(new JsonText('[1.50]'))).toThrow('exact JSON writer')
  })
})
