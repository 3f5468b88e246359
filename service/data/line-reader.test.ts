import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines } from './line-reader'

async function* chunksOf(bytes: Uint8Array, cuts: number[]) {
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)
  for (const [index, edge] of edges.entries()) yield bytes.subarray(edge, edges[index + 1] ?? edge)
}

async function linesOf(text: string | Uint8Array, options: { cuts?: number[]; maxLineBytes?: number } = {}) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const lines = []
  for await (const line of readLines(chunksOf(bytes, options.cuts ?? []), options)) lines.push(line)
  return lines
}

test('readLines numbers lines as an editor does, skips blank lines and needs no final newline', async () => {
  const lines = await linesOf('{"a":1}\n\n{"b":2}\r\n  \n{"c":3}')
  expect(lines.map(({ number, text }) => [number, text.trim()])).toEqual([
    [1, '{"a":1}'],
    [3, '{"b":2}'],
    [5, '{"c":3}'],
  ])
})

test('readLines returns the same lines for any chunks, even when a character is split', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat()), async (texts, cuts) => {
      const written = texts.map((text) => JSON.stringify(text))
      expect((await linesOf(written.join('\n'), { cuts })).map((line) => line.text)).toEqual(written)
    }),
    { numRuns: 50 },
  )
})

test('readLines removes a byte order mark at the start', async () => {
  expect((await linesOf('\uFEFF{"a":1}\n'))[0]?.text).toBe('{"a":1}')
})

test('readLines refuses a line that is too long, with its number', async () => {
  await expect(linesOf(`ok\n${'x'.repeat(11)}\n`, { maxLineBytes: 10, cuts: [5, 8] })).rejects.toThrow(
    'Line 2 is longer than 10 bytes',
  )
})

test('readLines refuses bytes that are not UTF-8, with their line number', async () => {
  await expect(linesOf(Buffer.from([0x61, 0x0a, 0xff, 0x0a]))).rejects.toThrow('Line 2 is not UTF-8 text')
})
