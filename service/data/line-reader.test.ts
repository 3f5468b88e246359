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

test.each([
  ['has more than 200,000 list items', `[${'[],'.repeat(200_000)}`],
  ['has more than 5,200,000 values and names', `{${`"o":{${'"a":1,'.repeat(9_000)}"b":1},`.repeat(300)}`],
  ['has an object of more than 10,000 fields', `{${'"a":1,'.repeat(10_001)}`],
  ['has more than 5,200,000 escaped characters', `[${`"${String.raw`\n`.repeat(520_000)}",`.repeat(11)}`],
  // A short line is refused by its reader.
  ['nests deeper than 200 levels', `"${' '.repeat(48 * 1024)}"${'['.repeat(201)}`],
])('readLines refuses a line that %s while it arrives', async (reason, start) => {
  async function* endless() {
    yield Buffer.from('{}\n')
    yield Buffer.from(start)
    expect.unreachable()
  }
  const read = async () => {
    const numbers = []
    for await (const { number } of readLines(endless())) numbers.push(number)
    return numbers
  }
  await expect(read()).rejects.toThrow(`Line 2 ${reason}`)
})

test('readLines refuses a line that would take too much memory while it arrives, with its number', async () => {
  const names = Array.from({ length: 20_000 }, (_, index) => `"k${index}":0`)
  async function* endless() {
    yield Buffer.from('{}\n[')
    for (let start = 0; start < names.length; start += 5_000)
      yield Buffer.from(`{${names.slice(start, start + 5_000).join(',')}},`)
    expect.unreachable()
  }
  const read = async () => {
    for await (const { number } of readLines(endless(), { maxMemory: 2 * 1024 * 1024 })) expect(number).toBe(1)
  }
  await expect(read()).rejects.toThrow('Line 2 would take more than 2 MiB of memory')
})

test('readLines counts the parts of each line alone', async () => {
  const line = `[${'0,'.repeat(150_000)}0]`
  expect(await linesOf(`${line}\n${line}\n`)).toHaveLength(2)
})
