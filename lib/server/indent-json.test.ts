import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { indentJson } from './indent-json'

test('is what JSON.stringify makes of it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes(String.raw`\u`))
      expect(indentJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

test('keeps digits, escapes, order and doubled names as they were sent', () => {
  expect(indentJson(String.raw`{"b":1.10,"2":1e-7,"1":"\u00e9\"{","b":[ ]}`)).toBe(
    String.raw`{
  "b": 1.10,
  "2": 1e-7,
  "1": "\u00e9\"{",
  "b": []
}`,
  )
})

test('does not grow with the square of the nesting', () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  expect(indentJson(deep).length).toBeLessThan(700_000)
})
