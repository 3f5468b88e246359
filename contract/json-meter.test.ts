import { expect, test } from 'vitest'
import { DOCUMENT_LIMITS, JsonMeter } from './json-meter'

const LIMITS = { parts: 20, items: 8, fields: 9, escapes: 6, textBytes: 30, depth: 3 }
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const repeated = (part: string, count: number) => Array.from({ length: count }, () => part).join(',')

/** Returns why a document is refused; null when it is not. */
function refusalOf(text: string, limits = LIMITS, chunkBytes = Infinity): string | null {
  const meter = new JsonMeter(limits)
  const bytes = Buffer.from(text)
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes) meter.add(bytes.subarray(at, at + chunkBytes))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test.each([
  ['three levels', nested(3), null],
  ['four levels', nested(4), 'nests deeper than 3 levels'],
  ['four levels of objects', '{"a":{"a":{"a":{', 'nests deeper than 3 levels'],
  ['levels side by side', `[${repeated(nested(2), 2)}]`, null],
  ['eight items', `[${repeated('1', 8)}]`, null],
  ['nine items', `[${repeated('1', 9)}]`, 'has more than 8 list items'],
  ['empty lists in a list', `[${repeated('[]', 9)}]`, 'has more than 8 list items'],
  ['nine fields', `{${repeated('"a":1', 9)}}`, null],
  ['ten fields', `{${repeated('"a":1', 10)}}`, 'has an object of more than 9 fields'],
  ['fields of several objects', `[${repeated(`{${repeated('"a":1', 2)}}`, 4)}]`, null],
  ['many parts', `[${repeated(`{${repeated('"a":1', 2)}}`, 5)}]`, 'has more than 20 values and names'],
  ['six escapes', `["${String.raw`\n`.repeat(6)}"]`, null],
  ['seven escapes', `["${String.raw`\n`.repeat(7)}"]`, 'has more than 6 escaped characters'],
  ['a text of thirty bytes', `["${'a'.repeat(30)}"]`, null],
  ['an endless text', `["${'a'.repeat(40)}`, 'has a text or number of more than 30 bytes'],
  ['an endless number', `[1, ${'1'.repeat(40)}`, 'has a text or number of more than 30 bytes'],
  ['fields after a closed list', `{"a":[1],${repeated('"a":1', 7)}}`, null],
  ['brackets in strings', `[${repeated('"[[[[,:{"', 3)}]`, null],
  ['an escaped quote', String.raw`["\"[[[[,,,,,,,,,,",1]`, null],
  ['an escaped backslash at the end of a string', String.raw`["\\",${nested(3)}]`, 'nests deeper than 3 levels'],
  ['more ends than starts', `${']'.repeat(9)}${nested(3)}`, null],
])('judges %s the same way for any size of chunks', (_, text, refusal) => {
  for (const chunkBytes of [Infinity, 1, 2, 3]) expect(refusalOf(text, LIMITS, chunkBytes)).toBe(refusal)
})

const memoryOf = (text: string) => {
  const meter = new JsonMeter({ ...DOCUMENT_LIMITS, depth: 64 })
  meter.add(Buffer.from(text))
  return meter.memory
}

test('estimates more memory for more items, names and wide characters', () => {
  const plain = memoryOf(`["${'x'.repeat(1_000)}"]`)
  expect(plain).toBeLessThan(3_000)
  expect(memoryOf(`["${'x'.repeat(996)}😀"]`)).toBeGreaterThan(1.5 * plain)
  expect(memoryOf(`[${repeated('[]', 300)}]`)).toBeGreaterThan(50 * plain)
  expect(memoryOf(`{${repeated('"a":1', 166)}}`)).toBeGreaterThan(5 * plain)
})
