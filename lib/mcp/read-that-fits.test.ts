import { array, assert, asyncProperty, infiniteStream, integer, oneof, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import type { OperationName } from '@/lib/core/operations'
import { volume } from '@/scripts/test/volume.mjs'
import { bounded } from './bounded'
import { readThatFits } from './read-that-fits'

interface Row {
  id: number
  texts: string[]
}

/** Texts of a row, up to more than a whole result: control characters take six characters of JSON. */
const anyTexts = oneof(
  { weight: 5, arbitrary: integer({ min: 0, max: 900 }).map((chars) => ['x'.repeat(chars)]) },
  {
    weight: 1,
    arbitrary: tuple(integer({ min: 0, max: 3_000 }), integer({ min: 0, max: 60 })).map(([chars, count]) =>
      Array.from({ length: count }, () => '\u0001'.repeat(chars)),
    ),
  },
)
const anyRows = array(anyTexts, { maxLength: 250 }).map((all): Row[] => all.map((texts, id) => ({ id, texts })))
const anyPageSize = integer({ min: 1, max: 100 })

type Read = (input: Readonly<Record<string, unknown>>) => object

/** Follows `next` to the end, and returns the IDs of the rows that were shown. */
async function idsOf(name: OperationName, list: string, input: object, read: Read): Promise<number[]> {
  const ids: number[] = []
  let call: Readonly<Record<string, unknown>> | undefined = { ...input }
  for (let calls = 0; call !== undefined; calls += 1) {
    if (calls > 1_000) throw new Error('the list has no end')
    const { skip, ...asked }: Record<string, unknown> = call
    const result = await readThatFits(name, asked, Number(skip ?? 0), (again) => Promise.resolve(read(again)))
    expect(JSON.stringify(result.data).length).toBeLessThanOrEqual(60_000)
    const shown: unknown = Object(result.data)[list]
    if (Array.isArray(shown)) ids.push(...shown.map((row) => Number(Object(row).id)))
    call = result.next
  }
  return ids
}

const runs = { numRuns: volume({ test: 30, prove: 500 }) }
const all = (rows: Row[]) => rows.map(({ id }) => id)

test('a list with cursors is shown row by row once, however long its rows are', async () => {
  await assert(
    asyncProperty(anyRows, anyPageSize, async (rows, pageSize) => {
      const read: Read = (input) => {
        const start = input.after === undefined ? 0 : Number(input.after) + 1
        const page = rows.slice(start, start + Number(input.pageSize))
        const last = page.at(-1)
        return { rows: page, next: last && last.id + 1 < rows.length ? String(last.id) : null }
      }
      expect(await idsOf('listInvoices', 'rows', { pageSize }, read)).toEqual(all(rows))
    }),
    runs,
  )
})

test.each([
  ['listTransactions', 'results', (rows: number, pageSize: number) => ({ pages: Math.ceil(rows / pageSize) })],
  ['listChanges', 'changes', (count: number) => ({ count })],
] as const)('numbered pages of %s are shown row by row once, however long the rows are', async (name, list, counts) => {
  await assert(
    asyncProperty(anyRows, anyPageSize, async (rows, pageSize) => {
      const read: Read = ({ page }) => ({
        [list]: rows.slice((Number(page) - 1) * pageSize, Number(page) * pageSize),
        ...counts(rows.length, pageSize),
      })
      expect(await idsOf(name, list, { page: 1, pageSize }, read)).toEqual(all(rows))
    }),
    runs,
  )
})

test('a filtered ledger is shown once, also when a part is shorter the next time', async () => {
  await assert(
    asyncProperty(anyRows, infiniteStream(integer({ min: 1, max: 3 })), async (rows, pagesOfPart) => {
      const pages = Math.ceil(rows.length / 50)
      const read: Read = ({ beforePage }) => {
        const start = beforePage === undefined ? 0 : pages - Number(beforePage) + 1
        const end = Math.min(pages, start + Number(pagesOfPart.next().value))
        return { results: rows.slice(start * 50, end * 50), nextBeforePage: end < pages ? pages - end + 1 : null }
      }
      expect(await idsOf('filterTransactions', 'results', {}, read)).toEqual(all(rows))
    }),
    runs,
  )
})

test('keeps as many elements of a list as fit', () => {
  const list = Array.from({ length: 5_000 }, (_, index) => ({ index, text: 'x'.repeat(80) }))
  const shown: unknown = Object(bounded({ list }).shown).list
  const length = Array.isArray(shown) ? shown.length : 0
  expect(JSON.stringify({ list: list.slice(0, length) }).length).toBeLessThanOrEqual(60_000)
  expect(JSON.stringify({ list: list.slice(0, length + 1) }).length).toBeGreaterThan(60_000)
})
