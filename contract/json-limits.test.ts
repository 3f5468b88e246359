import { describe, expect, test } from 'vitest'
import { exactJsonInPieces } from './json-reader'
import { DOCUMENT_LIMITS, type JsonLimits } from './json-limits'
import { runToEnd } from './pieces'

const LIMITS = { parts: 20, items: 8, fields: 9, escapes: 6, characters: 30, depth: 3 }
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const repeated = (part: string, count: number) => Array.from({ length: count }, () => part).join(',')

/** Of an object: 53 values and names. */
const FIELDS = Array.from('abcdefghijklmnopqrstuvwxyz', (name) => `"${name}":1`).join(',')

const onDropped = () => undefined

/** Returns why a document is refused; null when it is not. */
function refusalOf(text: string, limits: Partial<JsonLimits>): string | null {
  try {
    runToEnd(exactJsonInPieces(text, { onDropped, limits }))
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
  ['a text of thirty characters', `["${'a'.repeat(30)}"]`, null],
  ['a long text', `["${'a'.repeat(31)}"]`, 'has a text or number of more than 30 characters'],
  ['a long name', `{"${'a'.repeat(31)}":1}`, 'has a text or number of more than 30 characters'],
  ['a long number', `[1,${'1'.repeat(31)}]`, 'has a text or number of more than 30 characters'],
  ['fields after a closed list', `{"a":[1],${repeated('"a":1', 7)}}`, null],
  [
    'fields after a closed object',
    `{"a":{"b":1},${repeated('"a":{"b":1}', 9)}}`,
    'has an object of more than 9 fields',
  ],
  ['brackets in strings', `[${repeated('"[[[[,:{"', 3)}]`, null],
  ['an escaped quote', String.raw`["\"[[[[,,,,,,,,,,",1]`, null],
  ['an escaped backslash at the end of a string', String.raw`["\\",${nested(3)}]`, 'nests deeper than 3 levels'],
])('judges %s', (_, text, refusal) => expect(refusalOf(text, LIMITS)).toBe(refusal))

test.each([
  ['has more than 200,000 list items', `[${'[],'.repeat(300_000)}`],
  ['has more than 5,200,000 values and names', `[${`{${FIELDS}},`.repeat(100_000)}`],
  ['has an object of more than 10,000 fields', `{${'"a":1,'.repeat(10_001)}`],
  ['has more than 5,200,000 escaped characters', `[${`"${String.raw`\n`.repeat(520_000)}",`.repeat(11)}`],
])('refuses a document that %s before it has read the document to its end', (reason, start) => {
  // The rest is no JSON, so reading it would be another error.
  expect(refusalOf(`${start}${' '.repeat(64 * 1024)}?`, DOCUMENT_LIMITS)).toBe(reason)
})

describe('the limit of memory', () => {
  const limits = { memory: 2 * 1024 * 1024 }

  test.each([
    ['a long text', `["${'x'.repeat(1_000_000)}"]`, null],
    ['more text than fits', `["${'x'.repeat(1_100_000)}"]`, 'would take more than 2 MiB of memory'],
    ['few lists', `[${repeated('[]', 1_000)}]`, null],
    ['many lists', `[${repeated('[]', 3_000)}]`, 'would take more than 2 MiB of memory'],
    ['many names', `{${repeated('"a":1', 20_001)}}`, 'would take more than 2 MiB of memory'],
  ])('judges %s', (_, text, refusal) => expect(refusalOf(text, limits)).toBe(refusal))
})
