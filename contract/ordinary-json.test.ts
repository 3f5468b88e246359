import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { parse, stringify } from 'lossless-json'
import { describe, expect, test } from 'vitest'
import { tally } from '@/scripts/tally.mjs'
import { volume } from '@/scripts/volume.mjs'
import { JsonNumber } from './billing/scalars'
import { stringifyExactJson } from './exact-json'
import { JsonText, readOrdinaryJson, writeOrdinaryJson } from './ordinary-json'

const RUNS = volume({ test: 500, prove: 100_000 })

/** The complete parser, as a reference. */
function oracle(text: string): unknown {
  try {
    return parse(text, undefined, { parseNumber: (digits) => new JsonNumber(digits) })
  } catch {
    return undefined
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

/** True when `readOrdinaryJson` returns a value other than the complete parser. */
function readOtherwise(sent: string): boolean {
  const value = readOrdinaryJson(sent)
  return value !== undefined && !isDeepStrictEqual(value, oracle(sent))
}

describe('ordinary JSON', () => {
  test('is parsed and serialised as by the complete parser and serialiser', () => {
    const run = fc.check(
      fc.property(text, (sent) => {
        const value = readOrdinaryJson(sent)
        if (value === undefined) return sent.includes('__proto__')
        return !readOtherwise(sent) && writeOrdinaryJson(value) === oracleText(value)
      }),
      { numRuns: RUNS },
    )
    expect(run).toMatchObject({ failed: false, counterexample: null })
    tally('texts of JSON, read and written', run.numRuns)
  })

  test('excludes every text that the complete parser rejects or parses differently', () => {
    const run = fc.check(
      fc.property(nearlyJson, (sent) => !readOtherwise(sent)),
      { numRuns: RUNS },
    )
    expect(run).toMatchObject({ failed: false, counterexample: null })
    tally('texts that are nearly JSON', run.numRuns)
  })

  test.each([
    '',
    ' ',
    '{',
    '[1,]',
    '{"a":1,"a":2}',
    '{"a":1,"a":1}',
    '{"__proto__":1}',
    '01',
    '-',
    '1.',
    '.5',
    '1e',
    '"\t"',
    '"',
    '"\\x"',
    'nul',
    '1 2',
    '\uFEFF1',
    'NaN',
  ])('excludes %j', (sent) => expect(readOrdinaryJson(sent)).toBeUndefined())

  test('excludes values that are not exact-parsed JSON', () => {
    for (const value of [1, { a: [1n] }, new Date(), { toJSON: () => 'x' }, () => 1])
      expect(writeOrdinaryJson(value)).toBeUndefined()
    expect(writeOrdinaryJson({ a: undefined, b: null })).toBe('{"b":null}')
    expect(writeOrdinaryJson({ a: new JsonText('[1.50]') })).toBe('{"a":[1.50]}')
    expect(() => stringifyExactJson({ a: new JsonText('1'), b: 1n })).toThrow('only be serialised within parsed JSON')
  })
})
