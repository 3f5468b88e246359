import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactJson } from '@/contract/exact-json'
import { runToEnd } from '@/contract/pieces'
import { testContext } from '@/testing/console/test-context'
import { useFakeBillingApi } from '@/testing/console/use-fake-billing-api'
import { measurePieces } from '@/testing/measure-pieces'
import { indentedJson, readRaw } from './raw-response'

const api = useFakeBillingApi()
const indented = (json: string) => runToEnd(indentedJson(parseExactJson(json)))

test('formats like JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!/\\u|__proto__/.test(JSON.stringify(value)))
      expect(indented(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2))
    }),
  )
})

test('keeps the digits as sent', () => {
  expect(indented(String.raw`{"b":1.10,"a":1e-7,"c":"\u00e9\"{","d":[ ]}`)).toBe(
    `{
  "b": 1.10,
  "a": 1e-7,
  "c": "é\\"{",
  "d": []
}`,
  )
})

test('stops indenting at a size limit: the same JSON, at most 8 Mi characters longer', () => {
  const json = `${'['.repeat(60)}${'"\u202E",'.repeat(200_000)}0${']'.repeat(60)}`
  const text = indented(json)
  const escapes = 200_000 * (String.raw`\u202e`.length - 1)
  expect(text.length).toBeGreaterThan(json.length + escapes + 6 * 1024 * 1024)
  expect(text.length).toBeLessThan(json.length + escapes + 8 * 1024 * 1024)
  expect(text.slice(-100)).toBe(`${String.raw`"\u202e",`.repeat(100)}0${']'.repeat(60)}`.slice(-100))
  expect(text).not.toContain('\u202E')
  expect(JSON.parse(text)).toEqual(JSON.parse(json))
})

test.each([
  ['{"a":1,  "a":2}', 'a repeated name'],
  ['{"a":1,  "__proto__":2}', 'a name that is left out'],
])('returns %s as it was sent, because its value lacks %s', async (body) => {
  const response = { status: 200, headers: { 'content-type': 'application/json' }, body }
  api().faults.inject({ response }, { id: 'repeats' })
  expect(await readRaw(testContext(), { operation: 'getInvoice', params: { invoiceId: 'repeats' } })).toBe(body)
})

test('yields within a long list', () => {
  expect(measurePieces(indentedJson(parseExactJson(`[${'"abcdefgh",'.repeat(100_000)}0]`))).count).toBeGreaterThan(10)
})
