import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { volume } from '@/scripts/test/volume.mjs'
import { indentJson } from './raw-response'

test('formats like JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes(String.raw`\u`))
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

test('keeps digits, escapes, order and repeated names as sent', () => {
  expect(indentJson(String.raw`{"b":1.10,"2":1e-7,"1":"\u00e9\"{","b":[ ]}`)).toBe(
    String.raw`{
  "b": 1.10,
  "2": 1e-7,
  "1": "\u00e9\"{",
  "b": []
}`,
  )
})

test('limits the indentation of deeply nested JSON', () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  expect(indentJson(deep)?.length).toBeLessThan(700_000)
})

test('stops indenting at a size limit: the same JSON, at most 8 Mi characters longer', () => {
  const json = `${'['.repeat(40)}${'"\u202E",'.repeat(200_000)}0${']'.repeat(40)}`
  const indented = indentJson(json) ?? ''
  const escapes = 200_000 * (String.raw`\u202e`.length - 1)
  expect(indented.length).toBeGreaterThan(json.length + escapes + 7 * 1024 * 1024)
  expect(indented.length).toBeLessThan(json.length + escapes + 8 * 1024 * 1024)
  expect(indented.slice(-100)).toBe(`${String.raw`"\u202e",`.repeat(100)}0${']'.repeat(40)}`.slice(-100))
  expect(indented).not.toContain('\u202E')
  expect(JSON.parse(indented)).toEqual(JSON.parse(json))
})

test('escapes a string that contains only bidi controls', () => {
  expect(indentJson(`["${'\u202E'.repeat(1_000_000)}"]`)).toBe(`[\n  "${String.raw`\u202e`.repeat(1_000_000)}"\n]`)
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('accepts the same texts as JSON.parse', () => {
  const lists = '[ ] { } [,] [1,] {,} {"a"} {"a":} {"a":1,} {"a":1;"b":2} {1:2} [1;2] [} {] [[]] [[]]] [][] {"a":[{}]}'
  const scalars =
    '01 - 1. .5 1e +1 -0.0e+10 1E5 nul nullx NaN true "" \'a\' "a "\\n" "\\x" "\\u12g4" "\\u12G4" "\\" [1]//'
  const texts = [...lists.split(' '), ...scalars.split(' '), '', ' ', '1 2', '[1 2]', ' [ 1 , {"a" : [ ] } ] ', '"\n"']
  for (const text of texts) expect({ text, json: indentJson(text) !== undefined }).toEqual({ text, json: isJson(text) })
  const inserted = ['', '[', ']', '{', '}', ',', ':', '"', '\\', 'u', 'e', '0', '-', '.', '1', 't', ' ', '\n']
  const anyChange = fc.record({ json: fc.json(), at: fc.nat(), instead: fc.constantFrom(...inserted) })
  fc.assert(
    fc.property(anyChange, ({ json, at, instead }) => {
      const text = json.slice(0, at % json.length) + instead + json.slice((at % json.length) + 1)
      expect(indentJson(text) !== undefined).toBe(isJson(text))
    }),
    { numRuns: volume({ test: 300, prove: 20_000 }) },
  )
})
