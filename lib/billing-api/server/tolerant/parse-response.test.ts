import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseExactJson, stringifyExactJson } from '@/contract/exact-json'
import { JsonLimitError } from '@/contract/json-limits'
import { invoiceView, parseResponse, subscriptionView, transactionPageView } from '@/testing/console/whole-views'

function contextOf(text: string) {
  const { json, repeated } = parseResponse(text)
  return { json, context: { amountUnit: 'major', asOf: '2026-03-01T00:00:00.000Z', repeated } as const }
}

test('reads a repeated name by its last value, and reports drift with its place', () => {
  const subscription = contextOf('{"id":"s","status":"active","plan":{"name":"Old","name":"New"},"status":"ended"}')
  const shown = subscriptionView(subscription.json, subscription.context)
  expect(shown).toMatchObject({ id: 's', status: 'ended', plan: { name: 'New' } })
  expect(shown.drift.items).toContainEqual({ path: 'status', kind: 'repeated', received: 'active' })
  expect(shown.drift.items).toContainEqual({ path: 'plan.name', kind: 'repeated', received: 'Old' })

  const invoice = contextOf('{"id":"i","invoiceLineItems":[{},{"id":"l","amount":1.50,"amount":2.50}]}')
  const lines = invoiceView(invoice.json, invoice.context)
  expect(lines.totals?.total).toBe('2.5')
  expect(lines.drift.items).toContainEqual({
    path: 'invoiceLineItems[1].amount',
    kind: 'repeated',
    received: '1.50',
  })

  const page = contextOf('{"results":[],"count":7,"results":[{"id":"t","amount":1,"amount":-1}]}')
  const ledger = transactionPageView(page.json, { externalId: 'acme', page: 1, pageSize: 20 }, page.context)
  expect(ledger.results.map(({ amount }) => amount)).toEqual(['-1'])
  expect(ledger.drift.items.filter(({ kind }) => kind === 'repeated')).toEqual([
    { path: 'results[0].amount', kind: 'repeated', received: '1' },
    { path: 'results', kind: 'repeated', received: '[]' },
  ])
})

test.each([
  ['three times', '{"a":1,"a":2,"a":3}', '{"a":3}', ['a 1', 'a 2']],
  ['the last as the one before', '{"a":1,"a":2,"a":2}', '{"a":2}', ['a 1']],
  ['by an empty object', '{"a":1,"a":2,"a":{}}', '{"a":{}}', ['a 1', 'a 2']],
  ['inside what does not count', '{"a":{"b":1,"b":2},"a":0}', '{"a":0}', ['a.b 1', 'a {"b":2}']],
  ['inside what counts', '{"a":0,"a":[{"b":1,"b":2}]}', '{"a":[{"b":2}]}', ['a[0].b 1', 'a 0']],
  ['called __proto__', '{"__proto__":{"x":1},"__proto__":{"x":2}}', '{}', ['__proto__ {"x":1}', '__proto__ {"x":2}']],
  ['in another writing', String.raw`{"a":1,"\u0061":2}`, '{"a":2}', ['a 1']],
  ['with the same value', '{"a":[1.0],"a":[1.0]}', '{"a":[1.0]}', []],
])('reports a name repeated %s', (_, text, value, found) => {
  const { json, repeated } = parseResponse(text)
  expect(repeated.items.map(({ path, received }) => `${path} ${received}`)).toEqual(found)
  expect(stringifyExactJson(json)).toBe(value)
})

test('reads a text without repeated names unchanged', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      fc.pre(!text.includes('__proto__'))
      expect(parseResponse(text)).toEqual({ json: parseExactJson(text), repeated: { items: [], total: 0 } })
    }),
  )
})

test('counts 100,000 repeats, and names the first ones', () => {
  const { repeated } = parseResponse(`[${Array.from({ length: 100_000 }, () => '{"a":1,"a":2}').join(',')}]`)
  expect(repeated.total).toBe(100_000)
  expect(repeated.items).toHaveLength(200)
})

test.each([
  ['as it is', '{"id":"s","__proto__":{"isAdmin":true},"a":1}', '__proto__'],
  ['in escapes', String.raw`{"id":"s","\u005F_pr\u006fto__":{"isAdmin":true},"a":1}`, '__proto__'],
  ['deep inside', '{"id":"s","a":[{"__proto__":{"isAdmin":true}}]}', 'a[0].__proto__'],
])('omits a field called __proto__, %s, and reports it', (_, text, path) => {
  const { json, repeated } = parseResponse(text)
  expect(repeated).toEqual({ items: [{ kind: 'unknownField', path, received: '{"isAdmin":true}' }], total: 1 })
  expect(stringifyExactJson(json)).not.toMatch(/__proto__|isAdmin/)
  expect(Object(json).isAdmin).toBeUndefined()
  expect(Object.getPrototypeOf(Object(json))).toBe(Object.prototype)
})

const nested = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)

test('rejects a response that nests deeper than 64 levels', () => {
  expect(parseResponse(nested(64)).repeated.total).toBe(0)
  expect(parseResponse(`[${Array.from({ length: 1_000 }, () => nested(63)).join(',')}]`).repeated.total).toBe(0)
  for (const text of [nested(65), nested(100_000), '['.repeat(65), `{"a":[[],${'[{"b":'.repeat(40)}`])
    expect(() => parseResponse(text)).toThrow(JsonLimitError)
})
